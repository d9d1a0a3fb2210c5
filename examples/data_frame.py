"""Rows as a pandas DataFrame: the Basic counts for which a mulligan is rarer than 1 in 4.

Usage: python data_frame.py  (pandas is no dependency of mulliganlab: pip install pandas)
"""

import sys

try:
    import pandas as pd
except ModuleNotFoundError:
    sys.exit("data_frame.py needs pandas: pip install pandas")

from mulliganlab.study import basics


def main() -> None:
    """Print the rows of a run as a table, selected and sorted by pandas."""
    results = basics(range(4, 17), games=100_000, seed=1)
    frame = pd.DataFrame(results.records()).set_index("basics")
    columns = ["mulligan_probability", "mulligan_probability_estimate", "expected_bonus_given"]
    print(frame.loc[frame["mulligan_probability"] < 0.25, columns].round(4).to_string())


if __name__ == "__main__":
    main()
