#!/usr/bin/env bash
# Makes .venv with the first Python 3.11-3.13 that works and installs Queban into it.
# 建 .venv：取第一个可用的 Python 3.11–3.13，装上雀伴。
set -euo pipefail
cd "$(dirname "$0")/.."

works() {  # a shim that names an inactive version exists but does not run
    "$1" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' \
        >/dev/null 2>&1
}

if ! { [ -x .venv/bin/python ] && works .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1; }; then
    python=""
    for candidate in "${PYTHON:-}" python3.11 python3.12 python3.13 python3 python; do
        if [ -n "$candidate" ] && works "$candidate"; then python="$candidate"; break; fi
    done
    if [ -z "$python" ]; then
        echo "没有可用的 Python 3.11–3.13（含 venv）。Debian/Ubuntu：apt-get install python3 python3-venv" >&2
        echo "No working Python 3.11-3.13 with venv. Debian/Ubuntu: apt-get install python3 python3-venv" >&2
        exit 1
    fi
    rm -rf .venv
    "$python" -m venv .venv
fi

# OpenGL for the window and OpenCV, and a virtual screen for the tests.
if command -v dpkg-query >/dev/null 2>&1; then
    missing=""
    for package in libgl1 libegl1 libgl1-mesa-dri libmtdev1 xvfb xauth; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok' \
            || missing="$missing $package"
    done
    if [ -n "$missing" ] && [ "$(id -u)" = 0 ]; then
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends $missing; } >/dev/null 2>&1 \
            || echo "系统包没装上 / system packages not installed:$missing" >&2
    elif [ -n "$missing" ]; then
        echo "缺系统包，请装 / system packages are missing: sudo apt-get install$missing" >&2
    fi
fi

.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' || {
    echo "包没装上：查网络和磁盘，再来一次 / packages are not installed: check network and disk, try again" >&2
    exit 1
}
touch .venv/.installed
