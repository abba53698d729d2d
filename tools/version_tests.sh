#!/usr/bin/env bash
# Tests the wheel in BUILD_DIR/wheel on the other Python versions. The version is nothing to the tests marked `core` or
# `fuzz`, which are left out, and little to other random input, of which there is less. A version between the oldest and
# the newest gets those tests that the interpreter itself decides. Usage: version_tests.sh PYTHON BUILD_DIR
set -euo pipefail
python=$1
build=$2
of_interpreter=(tests/test_{docstrings,exit,interrupt,orphans,python_game}.py)

others=$("$python" tools/other_pythons.py)
[ -n "$others" ] || echo "== no other Python from 3.11 to 3.13 here"
newest=$(tail -n 1 <<<"$others")
for other in $others; do
    name=$(basename "$other")
    venv=$build/$name
    echo "== pytest on $name"
    if [ "$build/wheel/.built" -nt "$venv/.installed" ]; then
        "$other" -m venv --clear "$venv"
        "$python" tools/requirements.py test |
            "$venv/bin/python" -m pip -qq --disable-pip-version-check install \
                -r /dev/stdin "$build"/wheel/*.whl
        touch "$venv/.installed"
    fi
    tests=("${of_interpreter[@]}")
    [ "$other" != "$newest" ] || tests=(tests)
    "$venv/bin/python" -m pytest -q -n auto --dist loadgroup --hypothesis-profile=few -m "not core and not fuzz" "${tests[@]}"
done
