"""The themed files of vectors: edges that chance would not meet, each with a speaking name.

A theme is a function that yields cases; `generate.py` puts the theme's name
before the name of each case and adds the model's answer.
"""

import themes_dates
import themes_delays
import themes_outcomes
import themes_time

THEMES = {
    **themes_time.THEMES,
    **themes_delays.THEMES,
    **themes_outcomes.THEMES,
    **themes_dates.THEMES,
}
