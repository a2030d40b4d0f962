"""Tests of how fast Python reads numbers, relative to a plain loop over rows of the sqlite3 module.
"""
import time
import unittest

import pva
import support

# Enough steps for the resolution of the clock; the ratio is the same at 300,000.
STEPS = '--steps=20000'


def best(function, rounds=7):
    """Returns (result, least processor time) of some calls."""
    least = None
    for _ in range(rounds):
        began = time.process_time()
        answer = function()
        took = time.process_time() - began
        least = took if least is None else min(least, took)
    return answer, least


@unittest.skipUnless(support.without_sanitizer(), 'measures time')
class Speed(unittest.TestCase):
    def test_cycles_of_all_steps(self):
        path = support.demo('--tiles=64', STEPS)
        sql = support.Sql(path)
        with pva.openReport(path) as report:
            report.execution.steps[0].ipus[0].cycles
            ours, our_time = best(lambda: sum(step.ipus[0].cycles for step in report.execution.steps))
            query = 'select i.cycles from steps s left join steps_by_ipu i on i.step_id = s.id and i.ipu = 0'
            theirs, their_time = best(lambda: sum(row[0] or 0 for row in sql.db.execute(query)))
        self.assertEqual(ours, theirs)
        self.assertLessEqual(our_time, 3 * their_time)


if __name__ == '__main__':
    unittest.main()
