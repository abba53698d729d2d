#!/usr/bin/env bash
# Runs the fuzz tests on a core that was built with the sanitizers. Usage: sanitized_fuzz.sh PYTHON BUILD_DIR
# [OPTIONS], those of pytest, such as `-k fickle`.
#
# They run in an environment of their own that sees the main one's packages: an editable install comes before
# all else on the path of the environment it is in, so nothing there can take its place.
set -euo pipefail
python=$1
build=$2
venv=$PWD/$build/venv

site() { "$1" -c 'import sysconfig; print(sysconfig.get_path("platlib"))'; }

"$python" -m venv --without-pip "$venv"
package=$(site "$venv/bin/python")/playout
site "$python" >"$(dirname "$package")/main.pth"
rm -rf "$package"
mkdir "$package"
ln -s "$PWD"/src/playout/* "$package"
ln -sf "$PWD/$build"/_core.*so "$package" # also over one that somebody left in src

# The sanitizer must be loaded before all else, and libstdc++ with it to see exceptions thrown.
preload=$(ldd "$package"/_core.*so | awk '/asan|stdc\+\+/ { print $3 }' | paste -sd:)
export LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc
"$venv/bin/python" -c "import playout._core as core; assert core.__file__.startswith('$venv'), core"
# Only files with such tests are read, which takes its time here. --capture=sys lets through what the sanitizer writes
# before it ends the process.
mapfile -t files < <(grep -l 'mark\.fuzz' tests/*.py)
"$venv/bin/python" -m pytest -q --capture=sys -m fuzz "${@:3}" "${files[@]}"
