import { deflateRawSync } from 'node:zlib';
import { buildDocx, buildXlsx, docxParagraph } from './office-builder.ts';
import { buildZip } from './zip-builder.ts';

const MEGABYTE = 1024 * 1024;

/** Files that were made to do harm, or broken on the way. Small on the disk, and quick to make. */
export const evilFiles = {
  /** A Word document that unpacks to so many megabytes. */
  zipBomb: (megabytes: number): Uint8Array => {
    const paragraph = docxParagraph('bomb');
    return buildDocx({ body: paragraph.repeat(Math.ceil((megabytes * MEGABYTE) / paragraph.length)) });
  },
  /** A sheet whose directory says that it is small. */
  lyingDirectory: (): Uint8Array => {
    const row = '<row><c t="str"><v>more than it said</v></c></row>';
    const sheets = [{ name: 'a', xml: `<sheetData>${row.repeat(200_000)}</sheetData>` }];
    return buildXlsx({ sheets, saidSize: 100 });
  },
  billionLaughs: (): Uint8Array => {
    const entities = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
    );
    const doctype = `<!DOCTYPE w:document [<!ENTITY l0 "lol">${entities.join('')}]>`;
    return buildZip([
      { name: 'word/document.xml', data: `${doctype}<w:document><w:p><w:t>&l9;</w:t></w:p></w:document>` },
    ]);
  },
  deepXml: (): Uint8Array => buildDocx({ body: '<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000) }),
  deepHtml: (): Uint8Array => Buffer.from(`<html>${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}`),
  unclosedQuote: (): Uint8Array => Buffer.from(`a,b\n1,"${'never closed,\n'.repeat(50_000)}`),
  /** What Office writes for a document under a password: an OLE file with one stream. */
  lockedOffice: (): Uint8Array =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1000),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(500),
    ]),
  lockedZip: (): Uint8Array => buildZip([{ name: 'word/document.xml', data: 'scrambled', encrypted: true }]),
  manyEntries: (): Uint8Array =>
    buildZip(
      Array.from({ length: 21_000 }, (_, index) => ({ name: `word/${index}.xml`, data: '', stored: true })),
    ),
  /** Packed with a method of its own. */
  unknownMethod: (): Uint8Array => {
    const bytes = Buffer.from(buildDocx({ body: docxParagraph('text') }));
    for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4))
      bytes.writeUInt16LE(99, at + 10);
    return bytes;
  },
  wrongChecksum: (): Uint8Array => {
    const bytes = Buffer.from(buildDocx({ body: docxParagraph('text') }));
    for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4))
      bytes.writeUInt32LE(1, at + 16);
    return bytes;
  },
  sparseSheet: (): Uint8Array =>
    buildXlsx({
      sheets: [
        {
          name: 'a',
          xml: '<sheetData><row r="1048576"><c r="XFD1048576" t="str"><v>far</v></c></row></sheetData>',
        },
      ],
    }),
  /** More text than any document may hold, from a small file. */
  longText: (megabytes: number): Uint8Array => {
    const text = 'word '.repeat((megabytes * MEGABYTE) / 5);
    return buildDocx({ body: docxParagraph(text) });
  },
  /** A gzip body in place of a ZIP's deflated one. */
  brokenDeflate: (): Uint8Array => {
    const bytes = Buffer.from(buildDocx({ body: docxParagraph('text '.repeat(1000)) }));
    const packed = deflateRawSync('x');
    packed.fill(0xff);
    bytes.set(packed, bytes.indexOf('word/document.xml') + 'word/document.xml'.length);
    return bytes;
  },
} as const;
