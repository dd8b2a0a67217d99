# SPDX-License-Identifier: BSL-1.0
import collections
import re
import sys
import unittest
import xml.dom.minidom
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "profiling" / "bench"))

import fairness_plot
import table


def line(workload, executor, workers, median, floor=None, figure=None):
    named = {} if figure is None else {"figure": figure}
    return named | {"workload": workload, "executor": executor, "workers": workers, "median": median, "floor": floor}


def fairness(executor, workers, values):
    return [line("fairness", executor, workers, value, figure=figure)
            for figure, value in zip(("p50", "p99", "max", "answered"), values)]


class Jobs(unittest.TestCase):
    def test_every_executor_runs_every_workload_and_manual_only_what_needs_no_workers(self):
        planned = table.jobs(table.EXECUTORS, 5)

        rounds = collections.Counter(planned)
        self.assertEqual({rounds[job] for job in planned if job.workload == "forkjoin"}, {table.ROUNDS["forkjoin"]})
        self.assertEqual({rounds[job] for job in planned if job.workload == "ring"}, {table.FEWEST_ROUNDS})
        self.assertEqual({rounds[job] for job in planned if job.workload == "fairness"}, {1})
        self.assertEqual({job.workload for job in planned if job.executor == "tbb"},
                         {*table.THROUGHPUT, "fairness", "wake", "idle_cpu", "starvation"})
        self.assertEqual({(job.workload, job.workers) for job in planned if job.executor == "manual"},
                         {(workload, 1) for workload in table.THROUGHPUT})
        self.assertEqual([job.workers for job in planned if (job.workload, job.executor) == ("fairness", "naive")],
                         [1, 2, 4])

    def test_a_figure_is_the_median_of_its_rounds(self):
        figures = table.Figures([line("ring", "tbb", 1, median, floor) for median, floor in ((9, 2), (4, 1), (5, 3))])

        self.assertEqual(figures.value("ring", "tbb", 1), 5)
        self.assertEqual(figures.floors("ring", 1), [2])

    def test_what_is_not_built_in_is_not_run(self):
        planned = table.jobs(("threads", "naive"), 5)

        self.assertEqual({job.executor for job in planned}, {"threads", "naive"})

    def test_a_job_is_a_command_line(self):
        self.assertEqual(table.Job("ring", "tbb", 2, 5).arguments(quick=True),
                         ["ring", "--executor", "tbb", "--workers", "2", "--runs", "5", "--json", "--quick"])


class Table(unittest.TestCase):
    def test_a_cell_has_the_median_and_its_ratio_to_the_floor_of_the_same_run(self):
        figures = table.Figures([line("pingpong", "threads", 2, 30.0, 12.0), line("pingpong", "tbb", 2, 50.0, 20.0),
                                 line("big", "tbb", 2, 123.4)])

        self.assertEqual(table.throughput_table(figures, 2),
                         "| 2 workers, ns | pingpong | fanin | fanin_bounded | ring | forkjoin | big |\n"
                         "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
                         "| floor | 16.0 | - | - | - | - | - |\n"
                         "| threads | 30.0 (2.5x) | - | - | - | - | - |\n"
                         "| tbb | 50.0 (2.5x) | - | - | - | - | 123 |\n")

    def test_fairness_tells_how_many_were_answered(self):
        figures = table.Figures(fairness("naive", 4, (3000, 3000, 3000, 0)))

        self.assertIn("| naive | 4 | 3000 | 3000 | 3000 | 0 of 1000 |", table.fairness_table(figures, 1000))

    def test_numbers_have_three_digits_that_count(self):
        texts = [table.number(value) for value in (None, 0, 0.00213, 0.0456, 0.5, 1.234, 12.34, 1234.5)]

        self.assertEqual(texts, ["-", "0", "0.00213", "0.0456", "0.500", "1.23", "12.3", "1234"])


class Plot(unittest.TestCase):
    def draw(self, lines):
        return fairness_plot.draw_fairness(table.Figures(lines), 1000, "a <machine> & more")

    def test_a_plot_is_well_formed_and_names_every_executor_that_was_measured(self):
        drawn = self.draw(fairness("tbb", 1, (0.08, 0.19, 0.3, 1000)) + fairness("naive", 2, (3000, 3000, 3000, 0)))

        xml.dom.minidom.parseString(drawn)
        texts = re.findall(r">([^<>]+)</text>", drawn)
        self.assertEqual(texts.count("tbb"), 1)
        self.assertEqual(texts.count("naive"), 1)
        self.assertIn("0 of 1000 answered, then none", texts)
        self.assertIn("p99 190 us, max 300 us", texts)

    def test_the_scale_is_logarithmic_and_ends_at_its_ends(self):
        step = fairness_plot.x_of(0.1) - fairness_plot.x_of(0.01)

        self.assertAlmostEqual(fairness_plot.x_of(100) - fairness_plot.x_of(10), step)
        self.assertEqual(fairness_plot.x_of(0.0000001), fairness_plot.LEFT)
        self.assertEqual(fairness_plot.x_of(1e9), fairness_plot.RIGHT)


if __name__ == "__main__":
    unittest.main()
