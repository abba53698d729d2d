"""Watches a search of Connect Four, plays the opponent's move, goes on with the subtree, and keeps it."""

import playout as po

start = po.game("connectfour(7,6)").initial()
search = po.UCT().start(start, seed=1)
best = search.run("5s", progress=lambda now: print(*(f"{c.name} {c.value:+.2f} " for c in now.line[:9])))
unwatched = po.UCT().search(start, po.Budget(simulations=best.simulations), seed=1)
print(f"{best.simulations:,} simulations, the same as unwatched: {best.children == unwatched.children}")
search.play(best.move)
search.play(search.line[0].move)  # what the opponent is expected to play
search.run("100000 sims")
search.save("connectfour.search")
again = po.Search.load("connectfour.search")
print(f"goes on from its file: {again.run('1000 sims').children == search.run('1000 sims').children}")
