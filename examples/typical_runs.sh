#!/bin/sh
# Typical runs, from a first look to a page to share. Files go into the folder given, by default ./out.
# Usage: sh examples/typical_runs.sh [FOLDER] [GAMES]
set -eu
decks=$(dirname "$0")/decks
out=${1:-out}
games=${2:-1M}
mkdir -p "$out"

echo "== How often do decks with 6 to 14 Basics mulligan, and what does it give the opponent?"
mulliganlab basics 6-14 --games "$games" --seed 1 --plot "$out/basics.png"

echo "== The same against an opponent with 8 Basics, exact values alone, for a spreadsheet"
mulliganlab basics 6-14 --vs 8 --games 0 --format csv --output "$out/against-8.csv"

echo "== A Prerelease deck of 40 cards"
mulliganlab basics 8-16 --rules prerelease --games "$games" --seed 1

echo "== Everything about one deck"
mulliganlab deck "$decks/live-english-8-basics.txt" --games "$games" --seed 1 --plot "$out/deck.svg"

echo "== Keep or refuse a hand with Cinderace and no Basic?"
mulliganlab deck "$decks/live-cinderace-1-basic.txt" --starters keep --games 0 | head -n 12
mulliganlab deck "$decks/live-cinderace-1-basic.txt" --starters refuse --games 0 | head -n 12

echo "== One deck against another, as JSON for other programs"
mulliganlab deck "$decks/limitless-10-basics.txt" --vs "$decks/online-16-basics.txt" \
  --games "$games" --seed 1 --format json --output "$out/deck.json"

echo "== Pages to look at, share or print"
mulliganlab report "$decks/live-german-12-basics.txt" --games "$games" --seed 1 --output "$out/deck.html"
mulliganlab report --basics 6-14 --games "$games" --seed 1 --output "$out/basics.html"

echo "Done: see $out"
