#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it into a virtual environment of its own, and runs its tests there.
# Says so and stops where Python or a registry of packages is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "Python package: not tested, $1"
  exit 0
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
command -v python3 >/dev/null || skip "there is no python3"
if ! python3 -m venv "$folder/env" >/dev/null 2>&1; then
  (apt-get update -q && apt-get install -qy python3-venv) >/dev/null 2>&1 || skip "there is no module venv"
  python3 -m venv "$folder/env"
fi
pip="$folder/env/bin/pip --disable-pip-version-check --quiet"
$pip install pytest setuptools wheel duckdb pandas pyarrow || skip "its packages cannot be installed without a registry"
cp -r python "$folder/source"
$pip wheel --no-deps --no-build-isolation --wheel-dir "$folder/wheels" "$folder/source"
$pip install "$folder"/wheels/*.whl
cd "$folder"
env/bin/python -m pytest -q -p no:cacheprovider "$OLDPWD/python/tests"
