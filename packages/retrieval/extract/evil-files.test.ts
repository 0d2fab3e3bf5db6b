import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectType } from './detect.ts';
import { DOCUMENT_EXTENSIONS } from './document-types.ts';
import { extract } from './extract.ts';
import { extractInChild } from './extract-in-child.ts';
import { evilFiles } from './testing/evil-files.ts';
import {
  buildDocx,
  buildPptx,
  buildXlsx,
  docxParagraph,
  slideShape,
  xlsxRows,
} from './testing/office-builder.ts';
import { buildEpub, buildOds, buildOdt, odsTable } from './testing/open-document-builder.ts';
import { buildPdf } from './testing/pdf-builder.ts';
import { failureOf, readSample } from './testing/read-sample.ts';

const CAPS = { milliseconds: 120_000, memoryMb: 512, textCharacters: 2_000_000 };

/** Processes started by this one; none may be left when a reading is over. */
async function countChildren(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8')));
  return lists.join(' ').split(/\s+/).filter(Boolean).length;
}

describe('evil files', () => {
  it.each([
    ['a bomb of 64 MB', 'a.docx', () => evilFiles.zipBomb(64), 'too_large_inside'],
    ['a bomb under another name', 'a.pdf', () => evilFiles.zipBomb(20), 'too_large_inside'],
    ['more text than allowed', 'a.docx', () => evilFiles.longText(5), 'too_large_inside'],
    ['a directory that lies', 'a.xlsx', evilFiles.lyingDirectory, 'broken'],
    ['too many entries', 'a.docx', evilFiles.manyEntries, 'too_large_inside'],
    ['entities that grow', 'a.docx', evilFiles.billionLaughs, 'broken'],
    ['XML nested too deep', 'a.docx', evilFiles.deepXml, 'broken'],
    ['an unknown way of packing', 'a.docx', evilFiles.unknownMethod, 'broken'],
    ['a wrong checksum', 'a.docx', evilFiles.wrongChecksum, 'broken'],
    ['a broken stream', 'a.docx', evilFiles.brokenDeflate, 'broken'],
    ['an Office document under a password', 'a.docx', evilFiles.lockedOffice, 'encrypted'],
    ['a ZIP under a password', 'a.docx', evilFiles.lockedZip, 'encrypted'],
  ])('%s ends as it should', async (_, fileName, build, failure) => {
    const outcome = await extractInChild({ fileName, bytes: build(), limits: CAPS });
    expect(outcome).toMatchObject({ kind: 'failed', failure, reason: expect.stringMatching(/\.$/) });
    expect(await countChildren()).toBe(0);
  });

  it.each([
    ['a cell at the far corner', 'a.xlsx', evilFiles.sparseSheet, 'far'],
    ['HTML nested too deep', 'a.html', evilFiles.deepHtml, 'deep'],
    ['a quote that is never closed', 'a.csv', evilFiles.unclosedQuote, '| a | b |'],
  ])('%s is read', async (_, fileName, build, text) => {
    const outcome = await extractInChild({ fileName, bytes: build(), limits: CAPS });
    expect(outcome).toMatchObject({ kind: 'ok', document: { text: expect.stringContaining(text) } });
  });
});

const whole: Readonly<Record<string, Uint8Array>> = {
  docx: buildDocx({ body: docxParagraph('Some text. 本文です。').repeat(50) }),
  xlsx: buildXlsx({
    sheets: [
      {
        name: 'a',
        xml: xlsxRows([
          ['a', 'b'],
          ['c', 1],
        ]),
      },
    ],
  }),
  pptx: buildPptx([{ shapes: slideShape('title', ['Title']) }]),
  odt: buildOdt({ body: '<text:p>Some text.</text:p>' }),
  ods: buildOds({
    body: odsTable('a', [
      ['a', 'b'],
      ['c', 'd'],
    ]),
  }),
  epub: buildEpub([{ html: '<p>Chapter</p>' }]),
  pdf: buildPdf({ pages: [['Some text.']] }),
  html: Buffer.from('<html><p>Some text</p><table><tr><td>a</td><td>b'),
  csv: Buffer.from('a,b\n"c",d\n'),
  json: Buffer.from('{"a":[1,{"b":"c"}]}'),
  md: Buffer.from('# a\n\nb'),
  txt: Buffer.from('text'),
};
const formats = Object.entries(whole);

describe('every format', () => {
  it.each(formats)('%s: is known by its contents under any name', async (extension, bytes) => {
    const expected = detectType({ fileName: `a.${extension}`, bytes });
    expect(expected.kind).toBe('ok');
    for (const name of ['手引き.pdf', 'Sổ tay.docx', 'دليل', '𠮷野家.xlsx', 'a.b.c']) {
      const found = detectType({ fileName: name, bytes });
      // Text alone does not say which kind it is.
      if (!['csv', 'json', 'md', 'txt'].includes(extension)) expect(found).toEqual(expected);
    }
    expect((await readSample(`文書 ${extension} №1.${extension}`, bytes)).text).not.toBe('');
  });

  it.each(formats)(
    '%s: cut short, with bytes changed, or empty, it never throws',
    async (extension, bytes) => {
      const fileName = `a.${extension}`;
      const cut = fc.integer({ min: 0, max: bytes.length }).map((length) => bytes.slice(0, length));
      const changed = fc
        .array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
        .map((changes) => {
          const copy = Uint8Array.from(bytes);
          for (const [at, value] of changes) copy[at] = value;
          return copy;
        });
      const runs = extension === 'pdf' ? 15 : 60;
      await fc.assert(
        fc.asyncProperty(fc.oneof(cut, changed), async (given) => {
          const outcome = await extract({ fileName, bytes: given }, { textCharacters: 100_000 });
          expect(['ok', 'failed']).toContain(outcome.kind);
        }),
        { numRuns: runs },
      );
      expect(await failureOf(fileName, new Uint8Array(0))).toBe('empty');
    },
  );

  it('random bytes under any name never throw', async () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    const start = fc.constantFrom('', 'PK\u0003\u0004', '%PDF-1.7\n', '<html>', '{"a":', '[', '"', '\ufeff');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...DOCUMENT_EXTENSIONS),
        start,
        bytes,
        async (extension, head, rest) => {
          const given = Buffer.concat([Buffer.from(head), rest]);
          const outcome = await extract(
            { fileName: `a.${extension}`, bytes: given },
            { textCharacters: 100_000 },
          );
          expect(['ok', 'failed']).toContain(outcome.kind);
        },
      ),
      { numRuns: 150 },
    );
  });
});
