// SPDX-License-Identifier: BSL-1.0
// Which deployment fits a place in the tree of actors: R6.2.
#include <sluice/actors/config/deployments.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice {
namespace {

constexpr Deploy deployments[] = {
    {.path = "/user/shop/till"}, {.path = "/shop/*"},       {.path = "/user/*/till"}, {.path = "/**"},
    {.path = "/shop/*/drawer"},  {.path = "/user/shop/**"}, {.path = "/shop/till"},   {.path = "/users"},
};

std::string_view path_for(std::string_view parent, std::string_view name) {
  const Deploy* const found = find_deployment(deployments, parent, name);
  return found == nullptr ? "none" : found->path;
}

TEST(DeploymentPath, of_names_fits_that_place_only) {  // R6.2
  EXPECT_EQ(path_for("/user/shop", "till"), std::string_view{"/user/shop/till"});
  EXPECT_EQ(path_for("/user", "users"), std::string_view{"/users"});
}

TEST(DeploymentPath, is_the_same_with_and_without_the_root) {  // R6.2
  constexpr Deploy with[] = {{.path = "/user/a"}};
  constexpr Deploy without[] = {{.path = "/a"}};
  constexpr Deploy bare[] = {{.path = "a"}};

  EXPECT_NE(find_deployment(with, "/user", "a"), nullptr);
  EXPECT_NE(find_deployment(without, "/user", "a"), nullptr);
  EXPECT_NE(find_deployment(bare, "/user", "a"), nullptr);
  EXPECT_EQ(find_deployment(without, "/user/b", "a"), nullptr);
  EXPECT_EQ(find_deployment(without, "/user/a", "b"), nullptr);
}

TEST(DeploymentPath, of_a_star_fits_any_one_name) {  // R6.2
  EXPECT_EQ(path_for("/user/shop", "door"), std::string_view{"/shop/*"});
  EXPECT_EQ(path_for("/user/shop", ""), std::string_view{"/shop/*"});
  EXPECT_EQ(path_for("/user/bank", "till"), std::string_view{"/user/*/till"});
  EXPECT_EQ(path_for("/user/shop/anonymous-7", "drawer"), std::string_view{"/shop/*/drawer"});
}

TEST(DeploymentPath, of_two_stars_fits_all_below) {  // R6.2
  constexpr Deploy below[] = {{.path = "/shop/**"}};

  EXPECT_EQ(path_for("/user/shop/till", "coin"), std::string_view{"/user/shop/**"});
  EXPECT_EQ(path_for("/user/bank/safe/box", "coin"), std::string_view{"/**"});
  EXPECT_EQ(find_deployment(below, "/user", "shop"), nullptr);
  EXPECT_EQ(find_deployment(below, "/user", "bank"), nullptr);
}

TEST(DeploymentPath, that_is_more_exact_counts_read_from_the_left) {  // R6.2
  constexpr Deploy left_first[] = {{.path = "/*/till"}, {.path = "/shop/*"}};

  EXPECT_EQ(find_deployment(left_first, "/user/shop", "till"), &left_first[1]);
}

TEST(DeploymentPath, that_comes_first_counts_among_equals) {  // R6.2
  EXPECT_EQ(find_deployment(deployments, "/user/shop", "till"), &deployments[0]);
}

}  // namespace
}  // namespace sluice
