#!/bin/sh
# Runs one of the programs beside it, counter or sandbox, on the Node that came with them.
set -eu
ulimit -c 0
# Neither may name code that runs before ours.
unset NODE_OPTIONS NODE_PATH
here=$(dirname -- "$(readlink -f -- "$0")")
name=$(basename -- "$0")
exec "$here/node" "$here/${name#counterfoil-}.mjs" "$@"
