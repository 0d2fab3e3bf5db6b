#!/bin/sh
# Makes the files of this corpus anew. It needs LibreOffice 7.4, pandoc 2.17, Chromium and the fonts Noto Sans CJK and
# DejaVu, and installs the writers in a temporary folder. Files that changed are looked at before they are committed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$here"/*.mjs "$work"
cd "$work"
npm init --yes > /dev/null
npm install --silent --save-exact docx@9.15.2 exceljs@4.4.0 xlsx@0.18.5 pptxgenjs@4.0.1 pdfkit@0.20.2 pdf-lib@1.17.1 \
  @pdf-lib/fontkit@1.1.1 jspdf@4.2.1 jspdf-autotable@5.0.9 @react-pdf/renderer@4.9.0 react@19.3.1 \
  @expo-google-fonts/noto-sans-jp@0.4.3 @expo-google-fonts/noto-sans@0.4.2
mkdir -p "$here/../files"
node make.mjs "$here/../contents.json" "$here/../files"
