// SPDX-License-Identifier: BSL-1.0
// Asks the Redis on a loopback port whether it is alive. Usage: redis_ping <port>
#include <hiredis/hiredis.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace {

struct CloseConnection {
  void operator()(redisContext* connection) const { redisFree(connection); }
};
struct FreeReply {
  void operator()(void* reply) const { freeReplyObject(reply); }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: redis_ping <port>\n");
    return 2;
  }
  const std::unique_ptr<redisContext, CloseConnection> connection{redisConnect("127.0.0.1", std::atoi(arguments[1]))};
  if (!connection || connection->err != 0) {
    std::fprintf(stderr, "cannot connect: %s\n", connection ? connection->errstr : "out of memory");
    return 1;
  }
  const std::unique_ptr<void, FreeReply> answer{redisCommand(connection.get(), "PING")};
  if (!answer) {
    std::fprintf(stderr, "no answer: %s\n", connection->errstr);
    return 1;
  }
  const auto& reply = *static_cast<const redisReply*>(answer.get());
  std::printf("%.*s\n", static_cast<int>(reply.len), reply.str);
  return std::string_view{reply.str, reply.len} == "PONG" ? 0 : 1;
}
