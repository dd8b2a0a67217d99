// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <string>

#include "actor_with_mailbox.hpp"

using namespace sluice::mailbox;  // NOLINT(google-build-using-namespace): one short file

struct Task {
  std::string name;
  int priority = default_priority;
};

class Clerk final : public ActorWithMailbox<Task> {
public:
  using ActorWithMailbox::ActorWithMailbox;

private:
  void receive(Task task) override { std::printf("received: %s\n", task.name.c_str()); }
};

void work_off(const char* kind, Mailbox<Task>& mailbox) {
  Clerk clerk{mailbox};
  for (const Task& task : {Task{"sweep", 15}, Task{"bake"}, Task{"put out the fire", 0}}) {
    if (!clerk.send(task)) {
      std::printf("refused: %s\n", task.name.c_str());
    }
  }
  std::printf("%s:\n", kind);
  while (clerk.process_next_message()) {
  }
}

int main() {
  const auto bounded = create_mailbox<Task>(MailboxType::bounded, {.capacity = 2});
  const auto urgent =
      create_mailbox<Task>(MailboxType::priority, {.priority = [](const Task& t) { return t.priority; }});
  const auto none = create_mailbox<Task>(MailboxType::bounded, {.capacity = 0});
  if (!bounded || !urgent || none) {
    return 1;
  }
  work_off("bounded", **bounded);
  work_off("by priority", **urgent);
  const std::string reason{describe(none.error())};
  std::printf("not made: %s\n", reason.c_str());
}
