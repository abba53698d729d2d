"""Tests that look at the page as people do, in a real browser; README.md beside this file says how."""
