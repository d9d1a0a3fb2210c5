#!/bin/sh
# Draws the pictures of the README again, byte for byte the same with the same versions.
# Usage: sh examples/pictures.sh [FOLDER] [GAMES]
set -eu
here=$(dirname "$0")
out=${1:-$here/pictures}
games=${2:-1M}
mkdir -p "$out"
mulliganlab basics 4-16 --games "$games" --seed 1 --quiet --output /dev/null --plot "$out/basics.png"
mulliganlab deck "$here/decks/live-english-8-basics.txt" --games "$games" --seed 1 --quiet --output /dev/null \
  --plot "$out/deck.png"
