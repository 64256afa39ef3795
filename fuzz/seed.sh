#!/bin/sh
# Writes the seeds of the fuzz targets to fuzz/corpus: the rule files and positions of the repository, and the
# words of the language as a dictionary.
set -eu
cd "$(dirname "$0")"
mkdir -p corpus/rule_file corpus/position_text
for file in ../rulesets/*.rules; do cp "$file" "corpus/rule_file/library-$(basename "$file")"; done
for file in ../tests/sketches/*.rules; do cp "$file" "corpus/rule_file/sketch-$(basename "$file")"; done
for file in ../tests/fuzz-regressions/*.rules; do [ ! -e "$file" ] || cp "$file" "corpus/rule_file/found-$(basename "$file")"; done
for file in ../tests/fuzz-regressions/*.position; do [ ! -e "$file" ] || cp "$file" "corpus/position_text/found-$(basename "$file")"; done
{
    awk -F'\t' 'FNR > 1 { print $2, $3 }' ../tests/oracles/bison_perft.tsv
    awk -F'\t' 'FNR > 1 { print $1, $2 }' ../tests/oracles/tiger_perft.tsv
    cat positions.txt
} | { n=0; while IFS= read -r line; do n=$((n + 1)); printf '%s' "$line" >"corpus/position_text/seed-$n"; done; }
{
    sed -n 's/^k_[a-z_]* *= @{ \("[^"]*"\).*/\1/p' ../grammar/houserules.pest
    for sign in '{' '}' '(' ')' '=' ',' ' | ' ' x ' ' . ' ' # ' '//' '\x0A'; do printf '"%s"\n' "$sign"; done
    for key in hand captured phase turn marks moved unmoved was last out counters forfeit history ruleset options; do
        printf '" %s="\n' "$key"
    done
} >corpus/words.dict
