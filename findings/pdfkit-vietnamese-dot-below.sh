#!/usr/bin/env bash
# pdfkit 0.20.2, fontkit 2.0.4, @expo-google-fonts/noto-sans 0.4.2 (Noto Sans), read with unpdf 1.8.1 (PDF.js), Node 24.21.0.
#
# Behaviour: Noto Sans draws ị, ọ, ụ and ẹ as a letter and a dot (GSUB `ccmp`). fontkit gives the character to the glyph
# of the letter, and pdfkit writes one character for each glyph of the file: the first that was drawn with it. In a file
# with "mẹ đi xe" every later e is read as ẹ, and where e, i, o and u came first the dots are lost: "lịch" is found as
# "lich", "dịch vụ" as "dich vu". The dot itself is read as a control character. The page looks right; searching, copying
# and every reader of the file are wrong.
# `@pdf-lib/fontkit` 1.1.1 with pdf-lib 1.17.1 does the same. Other marks of Vietnamese are whole glyphs in this font.
#
# Guess before the run: a character that is drawn of several glyphs gets /ActualText or all of its glyphs in ToUnicode.
# Way out: a font that has these letters as one glyph, such as DejaVu Sans, or `features: { ccmp: false }`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfkit@0.20.2 fontkit@2.0.4 unpdf@1.8.1 \
  @expo-google-fonts/noto-sans@0.4.2 >/dev/null
cat >run.mjs <<'JS'
import { once } from 'node:events';
import PdfKit from 'pdfkit';
import { extractText } from 'unpdf';

const font = 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
async function read(text, options) {
  const pdf = new PdfKit();
  const pieces = [];
  pdf.on('data', (piece) => pieces.push(piece));
  pdf.font(font).text(text, options);
  pdf.end();
  await once(pdf, 'end');
  return (await extractText(new Uint8Array(Buffer.concat(pieces)), { mergePages: true })).text.trim().normalize('NFC');
}
console.log(JSON.stringify(await read('đi xem, xin, đặt lịch')));
console.log(JSON.stringify(await read('mẹ đi xe')));
console.log(JSON.stringify(await read('mẹ đi xe', { features: { ccmp: false } })));
JS
node_modules/.bin/node run.mjs | tee seen
diff seen - <<'SEEN'
"đi xem, xin, đặt lich"
"mẹ\u0003 đi xẹ"
"mẹ đi xe"
SEEN
