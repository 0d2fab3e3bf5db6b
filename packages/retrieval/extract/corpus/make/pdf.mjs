import { readFileSync, writeFileSync } from 'node:fs';
import fontkit from '@pdf-lib/fontkit';
import * as reactPdf from '@react-pdf/renderer';
import { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import PdfKit from 'pdfkit';
import { createElement } from 'react';

/** `pdfkit`: flowing text, its own tables, a link in the middle of a line. */
export async function writePdfkit(path, text, font) {
  const pdf = new PdfKit({ size: 'A4', info: { Title: text.title } });
  const pieces = [];
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.on('data', (piece) => pieces.push(piece));
  pdf.font(font);
  const heading = (value, size) => pdf.moveDown().fontSize(size).text(value, 72).fontSize(11).moveDown(0.5);
  heading(text.title, 20);
  pdf.text(text.intro[0], { continued: true });
  pdf.text(text.intro[1], { continued: true, link: text.address });
  pdf.text(text.intro[2], { link: null });
  heading(text.hoursTitle, 15);
  pdf.list(text.hours);
  heading(text.pricesTitle, 15);
  pdf.table({ data: text.prices });
  heading(text.branchesTitle, 15);
  pdf.table({ data: text.branches });
  heading(text.noteTitle, 15);
  pdf.text(text.note.join(''));
  pdf.text(text.closing);
  pdf.end();
  await ended;
  writeFileSync(path, Buffer.concat(pieces));
}

/** `pdf-lib`: each line is placed by hand, tables have rules, the link is an annotation. */
export async function writePdfLib(path, text, font) {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  pdf.setTitle(text.title);
  const face = await pdf.embedFont(readFileSync(font), { subset: true });
  const page = pdf.addPage([595, 842]);
  let y = 780;
  const put = (value, x, size = 11) => page.drawText(value, { x, y, size, font: face });
  const line = (value, size = 11) => {
    put(value, 56, size);
    y -= size * 1.6;
  };
  const table = (rows) => {
    const top = y + 14;
    for (const row of rows) {
      for (const [at, cell] of row.entries()) put(cell, 62 + at * 150);
      y -= 20;
    }
    const [first] = rows;
    const [left, right, bottom] = [56, 56 + first.length * 150, top - rows.length * 20];
    for (let at = 0; at <= rows.length; at++)
      page.drawLine({ start: { x: left, y: top - at * 20 }, end: { x: right, y: top - at * 20 } });
    for (let at = 0; at <= first.length; at++)
      page.drawLine({ start: { x: left + at * 150, y: top }, end: { x: left + at * 150, y: bottom } });
    y -= 16;
  };
  line(text.title, 20);
  const start = 56 + face.widthOfTextAtSize(text.intro[0], 11);
  const end = start + face.widthOfTextAtSize(text.intro[1], 11);
  const link = pdf.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [start, y - 3, end, y + 11],
    A: { Type: 'Action', S: 'URI', URI: PDFString.of(text.address) },
  });
  page.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(link)]));
  line(text.intro.join(''));
  line(text.hoursTitle, 15);
  for (const item of text.hours) line(`• ${item}`);
  line(text.pricesTitle, 15);
  table(text.prices);
  line(text.branchesTitle, 15);
  table(text.branches);
  line(text.noteTitle, 15);
  line(text.note.join(''));
  for (const part of wrap(text.closing, (value) => face.widthOfTextAtSize(value, 11))) line(part);
  writeFileSync(path, await pdf.save());
}

const WIDTH = 480;

/** Lines of at most 480 points, broken at spaces, or anywhere where there are none. */
function wrap(text, widthOf) {
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text];
  const lines = [''];
  for (const part of parts) {
    if (widthOf((lines.at(-1) ?? '') + part) > WIDTH) lines.push('');
    lines[lines.length - 1] += part;
  }
  return lines.map((line) => line.trim());
}

/** `jspdf` with `jspdf-autotable`, as reports of web applications are made. */
export function writeJspdf(path, text, font) {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4' });
  pdf.addFileToVFS('text.ttf', readFileSync(font).toString('base64'));
  pdf.addFont('text.ttf', 'text', 'normal');
  pdf.setFont('text');
  pdf.setProperties({ title: text.title });
  let y = 70;
  const line = (value, size = 11) => {
    pdf.setFontSize(size).text(value, 56, y);
    y += size * 1.6;
  };
  const table = (rows) => {
    autoTable(pdf, {
      startY: y - 8,
      head: [rows[0]],
      body: rows.slice(1),
      theme: 'grid',
      styles: { font: 'text', fontStyle: 'normal' },
    });
    y = pdf.lastAutoTable.finalY + 30;
  };
  line(text.title, 20);
  pdf.setFontSize(11);
  const start = 56 + pdf.getTextWidth(text.intro[0]);
  pdf.text(text.intro[0], 56, y);
  pdf.textWithLink(text.intro[1], start, y, { url: text.address });
  line('', 11);
  pdf.text(text.intro[2].trim(), start + pdf.getTextWidth(text.intro[1]) + gapOf(pdf, text), y - 17.6);
  line(text.hoursTitle, 15);
  for (const item of text.hours) line(`• ${item}`);
  line(text.pricesTitle, 15);
  table(text.prices);
  line(text.branchesTitle, 15);
  table(text.branches);
  line(text.noteTitle, 15);
  line(text.note.join(''));
  for (const part of wrap(text.closing, (value) => pdf.getTextWidth(value))) line(part);
  writeFileSync(path, Buffer.from(pdf.output('arraybuffer')));
}

const gapOf = (pdf, text) => (text.intro[2].startsWith(' ') ? pdf.getTextWidth(' ') : 0);

/** `@react-pdf/renderer`: a page of flexible boxes. */
export async function writeReactPdf(path, text, font) {
  const { Document, Font, Link, Page, Text, View } = reactPdf;
  Font.register({ family: 'text', src: font });
  // Without it, words of Japanese are not broken at all.
  Font.registerHyphenationCallback((word) =>
    /[\u3000-\u9fff]/.test(word) ? [...word].flatMap((sign) => [sign, '']) : [word],
  );
  const box = createElement;
  const heading = (value, fontSize) =>
    box(Text, { style: { fontSize, marginTop: 12, marginBottom: 6 } }, value);
  const table = (rows) =>
    box(
      View,
      { style: { borderTop: 1, borderLeft: 1 } },
      rows.map((row, at) =>
        box(
          View,
          { key: at, style: { flexDirection: 'row' } },
          row.map((cell) =>
            box(
              View,
              { key: cell, style: { width: 150, padding: 4, borderRight: 1, borderBottom: 1 } },
              box(Text, {}, cell),
            ),
          ),
        ),
      ),
    );
  const document = box(
    Document,
    { title: text.title },
    box(
      Page,
      { size: 'A4', style: { padding: 56, fontFamily: 'text', fontSize: 11 } },
      heading(text.title, 20),
      box(Text, {}, text.intro[0], box(Link, { src: text.address }, text.intro[1]), text.intro[2]),
      heading(text.hoursTitle, 15),
      text.hours.map((item) => box(Text, { key: item }, `• ${item}`)),
      heading(text.pricesTitle, 15),
      table(text.prices),
      heading(text.branchesTitle, 15),
      table(text.branches),
      heading(text.noteTitle, 15),
      box(Text, {}, text.note.join('')),
      box(Text, { style: { marginTop: 6 } }, text.closing),
    ),
  );
  await reactPdf.renderToFile(document, path);
}
