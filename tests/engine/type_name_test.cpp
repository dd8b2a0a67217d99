// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/type_name.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace named_here {
struct Order {};
template <class T>
struct Box {};
}  // namespace named_here

namespace sluice::engine {
namespace {

TEST(TypeName, spells_a_type_with_its_namespace) {
  EXPECT_EQ(std::string_view{type_name<named_here::Order>.text}, std::string_view{"named_here::Order"});
  EXPECT_EQ(std::string_view{type_name<int>.text}, std::string_view{"int"});
}

TEST(TypeName, spells_template_arguments) {
  const std::string_view name = type_name<named_here::Box<named_here::Order>>.text;

  EXPECT_EQ(name, std::string_view{"named_here::Box<named_here::Order>"});
}

}  // namespace
}  // namespace sluice::engine
