"""A game between a person in the terminal and a player."""

from random import Random

import playout as po
from playout.cli import progress
from playout.cli.arguments import one_move
from playout.cli.board import coloured
from playout.cli.keyboard import read_line
from playout.cli.output import say, say_board, valued

COMMANDS = ("moves", "hint", "undo", "board", "help", "quit")
HELP = """\
Type a move by its name or its number, or one of these:
  moves  list the legal moves
  hint   ask the computer what it would play
  undo   take your last move back
  board  show the board again
  quit   end the game here"""


class Computer:
    """The other side of the table, and the one who gives hints."""

    def __init__(self, player: po.Player, budget: po.Budget, seeds: Random) -> None:
        self.player = player
        self.budget = budget
        self.seeds = seeds
        self.kept: po.Search | None = None
        """The search of a player that keeps its tree from move to move."""

    def search(self, state: po.State) -> po.SearchResult:
        """Thinks about a state. Ctrl-C ends the thinking with the best so far; a second one, the game."""
        with progress.clock(f"{self.player} thinks", self.budget.seconds):
            result = self._think(state, self.seeds.getrandbits(64))
        for remark in result.remarks:
            say(remark, style="yellow")
        return result

    def _think(self, state: po.State, seed: int) -> po.SearchResult:
        player = self.player.at(state.game)
        if not (isinstance(player, po.UCT) and player.reuse):
            return self.player.search(state, self.budget, seed)
        self.kept = self.kept or self.player.start(state, seed)
        self.kept.begin(state, seed)
        return self.kept.run(self.budget)


class Table:
    """One game in progress."""

    def __init__(self, state: po.State, person: po.Turn, computer: Computer) -> None:
        self.states = [state]
        self.shown: po.State | None = None
        self.person = person
        self.side = "Max" if person is po.MAX else "Min"
        self.computer = computer

    @property
    def state(self) -> po.State:
        """The position on the board."""
        return self.states[-1]

    def run(self) -> None:
        """Plays until the game is over or the person leaves."""
        say(f"You are {self.side}. Type a move, or help.")
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            moves = " ".join(self.state.history_names) or "no move"
            say(f"\nthe game ends here, after {moves}")

    def _play(self) -> None:
        while not self.state.is_terminal:
            if self.state.turn is self.person:
                self._ask()
            else:
                self._computer_moves()
        self._show_board()
        self._show_result()

    def _ask(self) -> None:
        """Shows the board, unless that is what was shown last, and does what the person says."""
        if self.state is not self.shown:
            self._show_board()
        self._obey(read_line(f"{self.side}> ", [*self.state.legal_names, *COMMANDS]))

    def _obey(self, line: str) -> None:
        """Does what the person typed. A legal move counts before a command of the same name."""
        commands = {
            "": lambda: None,
            "help": lambda: say(HELP),
            "moves": lambda: say(" ".join(self.state.legal_names)),
            "hint": lambda: say(f"hint: {self._advice()}"),
            "undo": self._undo,
            "board": self._show_board,
            "quit": _quit,
        }
        if line in commands and line not in self.state.legal_names:
            commands[line]()
        else:
            self._person_moves(line)

    def _advice(self) -> str:
        result = self.computer.search(self.state)
        return valued(result.name, result.value)

    def _person_moves(self, line: str) -> None:
        try:
            self.states.append(self.state.play(one_move(self.state, line)))
        except po.IllegalMove as error:
            say(f"{error} (or type help)", style="red")

    def _computer_moves(self) -> None:
        result = self.computer.search(self.state)
        say(f"{self.computer.player} plays {valued(result.name, result.value)}", style="bold")
        self.states.append(self.state.play(result.move))

    def _undo(self) -> None:
        """Goes back to the last state in which the person had to move."""
        earlier = [i for i, state in enumerate(self.states[:-1]) if state.turn is self.person]
        if not earlier:
            return say("there is no move of yours to take back")
        del self.states[earlier[-1] + 1 :]
        return None

    def _show_board(self) -> None:
        before = self.states[-2] if len(self.states) > 1 else None
        say()
        say_board(coloured(self.state, before))
        say()
        self.shown = self.state

    def _show_result(self) -> None:
        score = self.state.score
        if self.state.game.players == 1:
            return say(f"the score is {self.state.game.score_text(score)}", style="bold")
        mine = score if self.person is po.MAX else -score
        return say("you win" if mine > 0 else "you lose" if mine < 0 else "a draw", style="bold")


def _quit() -> None:
    raise EOFError
