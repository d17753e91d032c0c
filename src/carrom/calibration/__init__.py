"""How a table plays: the rebound test of the laws, and a pace from the runs that a club measured.

>>> from carrom.equipment import STANDARD
>>> test = rebound(STANDARD)
>>> test.passes, round(test.runs, 1), round(test.least_speed, 1)
(True, 5.3, 3.4)
"""

from carrom.calibration.fitting import Estimate, Fit, FittedRun, fit, launch_for
from carrom.calibration.profile import profile_from_toml, profile_toml
from carrom.calibration.rebounds import RUNS_ASKED, Rebound, rebound
from carrom.calibration.runs import Measurements, Run, example_runs, measurements_from_toml
from carrom.calibration.straight import Straight, straight_from_base_line

__all__ = [
    "RUNS_ASKED",
    "Estimate",
    "Fit",
    "FittedRun",
    "Measurements",
    "Rebound",
    "Run",
    "Straight",
    "example_runs",
    "fit",
    "launch_for",
    "measurements_from_toml",
    "profile_from_toml",
    "profile_toml",
    "rebound",
    "straight_from_base_line",
]
