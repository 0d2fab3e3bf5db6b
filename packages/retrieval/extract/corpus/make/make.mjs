import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDocx, writeExceljs, writePptx, writeSheetjs } from './office.mjs';
import { htmlOf, markdownOf, saveText, writeChromium, writeLibreOffice, writePandoc } from './pages.mjs';
import { writeJspdf, writePdfkit, writePdfLib, writeReactPdf } from './pdf.mjs';

const [contentsPath, out] = process.argv.slice(2);
const contents = JSON.parse(readFileSync(contentsPath, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
const fonts = 'node_modules/@expo-google-fonts';

for (const [lang, text] of Object.entries(contents)) {
  const font =
    lang === 'ja'
      ? `${fonts}/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf`
      : `${fonts}/noto-sans/400Regular/NotoSans_400Regular.ttf`;
  // Noto Sans draws some Vietnamese letters of parts, whose characters fontkit does not write whole into the file.
  const wholeLetters = lang === 'vi' ? '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf' : font;
  const to = (writer, type) => join(out, `${lang}.${writer}.${type}`);
  const page = join(folder, `${lang}.html`);
  const markdown = join(folder, `${lang}.md`);
  saveText(page, htmlOf(text, lang));
  saveText(markdown, markdownOf(text, lang));

  await writeDocx(to('docx', 'docx'), text);
  await writeExceljs(to('exceljs', 'xlsx'), text);
  for (const type of ['xlsx', 'ods', 'html']) writeSheetjs(to('sheetjs', type), text);
  await writePptx(to('pptxgenjs', 'pptx'), text);
  await writePdfkit(to('pdfkit', 'pdf'), text, wholeLetters);
  await writePdfLib(to('pdf-lib', 'pdf'), text, wholeLetters);
  writeJspdf(to('jspdf', 'pdf'), text, font);
  await writeReactPdf(to('react-pdf', 'pdf'), text, font);
  writeChromium(to('chromium', 'pdf'), page);
  for (const type of ['docx', 'odt', 'epub', 'html', 'pptx']) writePandoc(to('pandoc', type), markdown);
  const writer = ['--infilter=HTML (StarWriter)', '--convert-to'];
  writeLibreOffice(to('libreoffice', 'odt'), page, { folder, type: [...writer, 'odt'] });
  for (const [type, filter] of [
    ['docx', 'docx:MS Word 2007 XML'],
    ['pdf', 'pdf:writer_pdf_Export'],
    ['epub', 'epub'],
  ])
    writeLibreOffice(to('libreoffice', type), to('libreoffice', 'odt'), {
      folder,
      type: ['--convert-to', filter],
    });
  for (const type of ['ods', 'xlsx'])
    writeLibreOffice(to('libreoffice', type), to('sheetjs', 'xlsx'), {
      folder,
      type: ['--convert-to', type],
    });
}
