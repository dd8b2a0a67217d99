// SPDX-License-Identifier: BSL-1.0
// An event goes to all who subscribed to its type: callbacks, called by whoever publishes it, and actors, by their mailbox.
// What happens in the system comes the same way: `DeadLetter`, `ActorFailed`, `MailboxPressure` and others.
#include <cstdio>
#include <sluice/sluice.hpp>
#include <string>

struct Rain {
  std::string where;
};
struct Report {};

struct Forecast {
  std::string wet;

  void on_start(sluice::ActorContext<Forecast>& context) { context.subscribe<Rain>(); }
  void on(const Rain& rain) { wet += ' ' + rain.where; }
  std::string on(Report) const { return wet; }
};

int main() {
  sluice::ActorSystem system;
  auto forecast = system.spawn<Forecast>();
  std::printf("rain:%s\n", forecast.ask(Report{}).wait().value().c_str());  // who answers has subscribed

  auto umbrella = system.events().subscribe<Rain>(
      [](const Rain& rain) { std::printf("open the umbrella in %s\n", rain.where.c_str()); });
  system.events().publish(Rain{"Bergen"});
  umbrella->end();
  system.events().publish(Rain{"Hilo"});  // only the actor hears it

  std::printf("rain:%s\n", forecast.ask(Report{}).wait().value().c_str());
}
