#!/usr/bin/env bash
# encoding-japanese 2.2.0 (npm), Node 24.21.0.
#
# Behaviour: converting Unicode to SJIS writes `?` for 〜 (U+301C), — (U+2014), ¢ (U+00A2) and £ (U+00A3), though the JIS
# character set has all four, and writes − (U+2212), ‖ (U+2016) and ¬ (U+00AC), their neighbours in the same list of
# differences between JIS X 0208 and Windows. macOS and most input methods outside of Windows type 〜 as U+301C, so
# opening hours ("10時〜19時") become "10時?19時" in a CSV file for Excel. No error says so.
#
# Guess before the run: all seven are mapped, as iconv's CP932 and the WHATWG encoder do for − and the rest for 〜.
# Way out: replace the four by U+FF5E, U+2015, U+FFE0 and U+FFE1 first, and pass `fallback: 'error'` to see the others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 encoding-japanese@2.2.0 >/dev/null
cat >run.mjs <<'JS'
import Encoding from 'encoding-japanese';

for (const sign of '〜—¢£−‖¬') {
  const bytes = Encoding.convert(Encoding.stringToCode(sign), { to: 'SJIS', from: 'UNICODE' });
  console.log(`U+${sign.codePointAt(0).toString(16).padStart(4, '0')}`, Buffer.from(bytes).toString('hex'));
}
JS
node_modules/.bin/node run.mjs | tee seen
diff seen - <<'SEEN'
U+301c 3f
U+2014 3f
U+00a2 3f
U+00a3 3f
U+2212 817c
U+2016 8161
U+00ac 81ca
SEEN
