// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/options.hpp>

#include <charconv>
#include <system_error>

namespace sluice::bench {

namespace {

using Parsed = std::expected<void, std::string>;

constexpr std::uint32_t most = 1024;  // of workers and of runs: more is a slip of the finger

std::unexpected<std::string> error(std::string_view before, std::string_view subject, std::string_view after = "") {
  return std::unexpected(std::string(before).append("'").append(subject).append("'").append(after));
}

/// Walks over the arguments and fills the options.
class Parser {
public:
  explicit Parser(std::span<const std::string_view> arguments) : rest_(arguments) {}

  std::expected<Options, std::string> parse() {
    while (!rest_.empty()) {
      const std::string_view argument = take();
      const Parsed parsed = argument.starts_with('-') ? read_option(argument) : read_word(argument);
      if (!parsed) {
        return std::unexpected(parsed.error());
      }
    }
    if (options_.command == Command::run && options_.workload.empty()) {
      return std::unexpected(std::string("no workload given"));
    }
    return options_;
  }

private:
  std::string_view take() {
    const std::string_view argument = rest_.front();
    rest_ = rest_.subspan(1);
    return argument;
  }

  Parsed read_word(std::string_view word) {
    if (!options_.workload.empty()) {
      return error("unexpected argument ", word);
    }
    options_.workload = word;
    if (word == "list" && options_.command != Command::help) {
      options_.command = Command::list;
    }
    return {};
  }

  Parsed read_option(std::string_view option) {
    if (option == "--workers") {
      return read_number(option, options_.workers);
    }
    if (option == "--runs") {
      return read_number(option, options_.runs);
    }
    if (option == "--executor") {
      return read_executor();
    }
    if (option == "--quick") {
      options_.quick = true;
    } else if (option == "--json") {
      options_.json = true;
    } else if (option == "--help" || option == "-h") {
      options_.command = Command::help;
    } else {
      return error("unknown option ", option);
    }
    return {};
  }

  Parsed read_number(std::string_view option, std::optional<std::uint32_t>& number) {
    if (rest_.empty()) {
      return error("", option, " needs a number");
    }
    const std::string_view text = take();
    std::uint32_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = problem == std::errc{} && end == text.data() + text.size();
    if (!is_whole || value < 1 || value > most) {
      return error(std::string(option) + " needs a whole number from 1 to " + std::to_string(most) + ", not ", text);
    }
    number = value;
    return {};
  }

  Parsed read_executor() {
    if (rest_.empty()) {
      return error("", "--executor", " needs a name");
    }
    const std::string_view name = take();
    options_.executor = executor_named(name);
    if (!options_.executor) {
      return error("unknown executor ", name, "; there are " + executor_names(", "));
    }
    return {};
  }

  std::span<const std::string_view> rest_;
  Options options_;
};

}  // namespace

std::expected<Options, std::string> parse_options(std::span<const std::string_view> arguments) {
  return Parser(arguments).parse();
}

}  // namespace sluice::bench
