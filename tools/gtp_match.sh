#!/bin/sh
# Two matches through a referee that is not ours: twogtp, a Perl program that comes with the sources of GNU Go 3.8
# (interface/gtp_examples/twogtp). Go against GNU Go itself, NoGo between two players of ours. Prints a line a game.
#
#   tools/gtp_match.sh path/to/twogtp
set -eu
twogtp=$(realpath "$1")
playout="$(realpath "$(dirname "$0")/..")/.venv/bin/playout"
cd "$(mktemp -d)" # where twogtp leaves the games as SGF
gnugo="gnugo --mode gtp --chinese-rules --capture-all-dead --level 1"
go="$playout gtp 'go(9,9)' strong --seed 1 --budget 10000sims"
nogo="$playout gtp 'nogo(7,7)' strong --seed 1 --budget 1000sims"
uct="$playout gtp 'nogo(7,7)' uct --seed 2 --budget 1000sims"
PATH=$PATH:/usr/games

referee() {
    echo "== black: $1; white: $2"
    perl "$twogtp" --black "$1" --white "$2" --size "$3" --komi "$4" --games 10 --verbose 0
}

referee "$go" "$gnugo" 9 7.5
referee "$gnugo" "$go" 9 7.5
referee "$nogo" "$uct" 7 0
referee "$uct" "$nogo" 7 0
