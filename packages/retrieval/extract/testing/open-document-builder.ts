import { escapeXml } from './office-builder.ts';
import { buildZip } from './zip-builder.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMES =
  'xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:style="s" xmlns:draw="d" xmlns:fo="f" xmlns:dc="dc" xmlns:xlink="x" xmlns:svg="svg"';

/** An OpenDocument file: contents of automatic-styles and of body, and of styles.xml. */
function buildOpenDocument(
  mediaType: string,
  parts: {
    readonly body: string;
    readonly automatic?: string;
    readonly styles?: string;
    readonly title?: string;
    /** MathML of the documents `Object 1`, `Object 2` and so on. */
    readonly formulas?: readonly string[];
  },
): Uint8Array {
  const content = `<office:document-content ${NAMES}><office:automatic-styles>${parts.automatic ?? ''}</office:automatic-styles><office:body>${parts.body}</office:body></office:document-content>`;
  return buildZip([
    { name: 'mimetype', data: mediaType, stored: true },
    { name: 'content.xml', data: XML + content },
    {
      name: 'styles.xml',
      data: `${XML}<office:document-styles ${NAMES}>${parts.styles ?? ''}</office:document-styles>`,
    },
    ...(parts.formulas ?? []).map((math, index) => ({
      name: `Object ${index + 1}/content.xml`,
      data: XML + math,
    })),
    {
      name: 'meta.xml',
      data: `${XML}<office:document-meta ${NAMES}><office:meta><dc:title>${escapeXml(parts.title ?? '')}</dc:title></office:meta></office:document-meta>`,
    },
  ]);
}

type Parts = Parameters<typeof buildOpenDocument>[1];

export const buildOdt = (parts: Parts): Uint8Array =>
  buildOpenDocument('application/vnd.oasis.opendocument.text', {
    ...parts,
    body: `<office:text>${parts.body}</office:text>`,
  });

export const buildOds = (parts: Parts): Uint8Array =>
  buildOpenDocument('application/vnd.oasis.opendocument.spreadsheet', {
    ...parts,
    body: `<office:spreadsheet>${parts.body}</office:spreadsheet>`,
  });

/** A sheet of an OpenDocument spreadsheet with plain texts. */
export function odsTable(name: string, rows: readonly (readonly string[])[], style = ''): string {
  const cells = (row: readonly string[]) =>
    row
      .map(
        (text) =>
          `<table:table-cell office:value-type="string"><text:p>${escapeXml(text)}</text:p></table:table-cell>`,
      )
      .join('');
  return `<table:table table:name="${escapeXml(name)}" table:style-name="${style}">${rows.map((row) => `<table:table-row>${cells(row)}</table:table-row>`).join('')}</table:table>`;
}

/** A book whose chapters are the contents of body elements. */
export function buildEpub(
  chapters: readonly { readonly html: string; readonly title?: string }[],
  book: { readonly title?: string; readonly language?: string; readonly locked?: boolean } = {},
): Uint8Array {
  const items = chapters.map(
    (_, index) => `<item id="c${index}" href="text/c${index}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`);
  const links = chapters.flatMap(({ title }, index) =>
    title === undefined ? [] : [`<li><a href="text/c${index}.xhtml#start">${escapeXml(title)}</a></li>`],
  );
  const references = chapters.map((_, index) => `<CipherReference URI="OEBPS/text/c${index}.xhtml"/>`);
  return buildZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      data: `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    },
    ...(book.locked
      ? [{ name: 'META-INF/encryption.xml', data: `<encryption>${references.join('')}</encryption>` }]
      : []),
    {
      name: 'OEBPS/book.opf',
      data: `${XML}<package><metadata xmlns:dc="d"><dc:title>${escapeXml(book.title ?? '')}</dc:title><dc:language>${book.language ?? ''}</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${items.join('')}</manifest><spine><itemref idref="nav"/>${spine.join('')}</spine></package>`,
    },
    {
      name: 'OEBPS/nav.xhtml',
      data: `${XML}<!DOCTYPE html><html><body><nav><ol>${links.join('')}</ol></nav></body></html>`,
    },
    ...chapters.map(({ html }, index) => ({
      name: `OEBPS/text/c${index}.xhtml`,
      data: `${XML}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${html}</body></html>`,
    })),
  ]);
}
