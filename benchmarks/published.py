"""Speeds that others have printed. They stand beside ours as fixed numbers: nobody measures them here."""

STATES_PER_SECOND = {
    "breakthrough(5,5)": 411_000,
    "misere(breakthrough(5,5))": 409_000,
    "knightthrough(5,5)": 264_000,
    "misere(knightthrough(5,5))": 328_000,
    "domineering(5,5)": 550_000,
    "misere(domineering(5,5))": 592_000,
    "nogo(5,5)": 357_000,
    "misere(nogo(5,5))": 648_000,
    "atarigo(5,5)": 280_000,
}
"""Cazenave, Saffidine, Schofield and Thielscher, "Nested Monte Carlo Search for Two-player Games" (AAAI
2016), the last column of Table 3: states visited by their engine, on a PC of 3.0 GHz."""
