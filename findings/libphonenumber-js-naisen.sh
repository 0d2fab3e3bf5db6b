#!/usr/bin/env bash
# libphonenumber-js 1.13.16 (npm, metadata "max"), Node 24.21.0.
#
# Behaviour: of the words for an extension, "ext.", "доб" and "anexo" are known; 内線 of Japan and "máy lẻ" of Vietnam are
# not. `parsePhoneNumberFromString` then gives back nothing for the whole text: not only the extension is lost, but the
# number as it stands on Japanese business cards.
#
# Guess before the run: the number without its extension; text behind a number is left out elsewhere.
# Way out: replace 内線 (and 内, 番, nhánh, máy lẻ) by "ext." before parsing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 libphonenumber-js@1.13.16 >/dev/null
cat >run.mjs <<'JS'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

for (const text of ['03-5550-0101 ext. 123', '03-5550-0101 内線123', '03-5550-0101（内線123）', '028 3555 0101 máy lẻ 12']) {
  const read = parsePhoneNumberFromString(text, text.startsWith('028') ? 'VN' : 'JP');
  console.log(text, '|', read?.number, read?.ext, read?.isValid());
}
JS
node_modules/.bin/node run.mjs | tee seen
diff seen - <<'SEEN'
03-5550-0101 ext. 123 | +81355500101 123 true
03-5550-0101 内線123 | undefined undefined undefined
03-5550-0101（内線123） | undefined undefined undefined
028 3555 0101 máy lẻ 12 | undefined undefined undefined
SEEN
