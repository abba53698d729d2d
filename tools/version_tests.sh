#!/usr/bin/env bash
# Tests the wheel in BUILD_DIR/wheel on the other Python versions. The version is nothing to the tests marked `core`,
# which are left out, and little to random input, of which there is less. Usage: version_tests.sh PYTHON BUILD_DIR
set -euo pipefail
python=$1
build=$2

others=$("$python" tools/other_pythons.py)
[ -n "$others" ] || echo "== no other Python from 3.11 to 3.13 here"
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
    "$venv/bin/python" -m pytest -q -n auto --dist loadgroup --hypothesis-profile=few -m "not core" tests
done
