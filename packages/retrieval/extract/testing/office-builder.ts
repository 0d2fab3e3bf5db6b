import { buildZip, type ZipPart } from './zip-builder.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const SLIDE =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** `links` have the ids `link1`, `link2` and so on. */
export function relations(
  path: string,
  targets: readonly (readonly [type: string, target: string])[],
  links: readonly string[] = [],
): ZipPart {
  const rows = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  const outside = links.map(
    (target, index) =>
      `<Relationship Id="link${index + 1}" Type="${OFFICE}/hyperlink" Target="${escapeXml(target)}" TargetMode="External"/>`,
  );
  return { name: path, data: `${XML}<Relationships>${[...rows, ...outside].join('')}</Relationships>` };
}

function core(title: string | undefined): ZipPart[] {
  const data = `${XML}<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${escapeXml(title ?? '')}</dc:title></cp:coreProperties>`;
  return [{ name: 'docProps/core.xml', data }];
}

/** A Word document: contents of the elements body, styles, numbering and footnotes. */
export function buildDocx(parts: {
  readonly body: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  /** Contents of the theme's font scheme. */
  readonly theme?: string;
  readonly title?: string;
  /** Addresses of links in the body, then in the footnotes. */
  readonly links?: readonly string[];
}): Uint8Array {
  const wrap = (name: string, contents = '') => `${XML}<w:${name} ${WORD}>${contents}</w:${name}>`;
  return buildZip([
    relations('_rels/.rels', [['officeDocument', 'word/document.xml']]),
    relations(
      'word/_rels/document.xml.rels',
      [
        ['styles', 'styles.xml'],
        ['numbering', 'numbering.xml'],
        ['footnotes', 'footnotes.xml'],
        ['theme', 'theme/theme1.xml'],
      ],
      parts.links,
    ),
    relations('word/_rels/footnotes.xml.rels', [], parts.links),
    { name: 'word/document.xml', data: wrap('document', `<w:body>${parts.body}</w:body>`) },
    { name: 'word/styles.xml', data: wrap('styles', parts.styles) },
    { name: 'word/numbering.xml', data: wrap('numbering', parts.numbering) },
    { name: 'word/footnotes.xml', data: wrap('footnotes', parts.footnotes) },
    {
      name: 'word/theme/theme1.xml',
      data: `${XML}<a:theme xmlns:a="a"><a:fontScheme>${parts.theme ?? ''}</a:fontScheme></a:theme>`,
    },
    ...core(parts.title),
  ]);
}

/** A paragraph of a Word document in a style. */
export const docxParagraph = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;

export const docxTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${docxParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** Sheets with what stands inside the element worksheet. */
export function buildXlsx(parts: {
  readonly sheets: readonly {
    readonly name: string;
    readonly xml: string;
    readonly state?: string;
    /** Types and targets of the sheet's own relations, `rId1` and so on. */
    readonly relations?: readonly (readonly [type: string, target: string])[];
  }[];
  /** Parts that relations lead to. */
  readonly more?: readonly ZipPart[];
  readonly strings?: readonly string[];
  /** What stands in elements `si` of their own after them. */
  readonly richStrings?: readonly string[];
  /** Addresses of links in every sheet. */
  readonly links?: readonly string[];
  /** Contents of styleSheet. */
  readonly styles?: string;
  readonly saidSize?: number;
}): Uint8Array {
  const sheets = parts.sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${state ? ` state="${state}"` : ''}/>`,
  );
  return buildZip([
    relations('_rels/.rels', [['officeDocument', 'xl/workbook.xml']]),
    relations('xl/_rels/workbook.xml.rels', [
      ...parts.sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    {
      name: 'xl/workbook.xml',
      data: `${XML}<workbook ${SHEET} xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    { name: 'xl/styles.xml', data: `${XML}<styleSheet ${SHEET}>${parts.styles ?? ''}</styleSheet>` },
    {
      name: 'xl/sharedStrings.xml',
      data: `${XML}<sst ${SHEET}>${(parts.strings ?? []).map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}${(parts.richStrings ?? []).map((xml) => `<si>${xml}</si>`).join('')}</sst>`,
    },
    ...parts.sheets.flatMap(({ relations: own = [] }, index) =>
      own.length === 0 && !parts.links
        ? []
        : [relations(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, own, parts.links)],
    ),
    ...(parts.more ?? []),
    ...parts.sheets.map(({ xml }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      data: `${XML}<worksheet ${SHEET} xmlns:r="${OFFICE}">${xml}</worksheet>`,
      ...(parts.saidSize === undefined ? {} : { saidSize: parts.saidSize }),
    })),
  ]);
}

const columnName = (column: number): string => String.fromCharCode(65 + column);

/** Rows of texts and numbers from A1 on. */
export function xlsxRows(rows: readonly (readonly (string | number)[])[]): string {
  const cells = (row: readonly (string | number)[], number: number) =>
    row.map((value, column) => {
      const place = `r="${columnName(column)}${number}"`;
      return typeof value === 'number'
        ? `<c ${place}><v>${value}</v></c>`
        : `<c ${place} t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
    });
  return `<sheetData>${rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1).join('')}</row>`).join('')}</sheetData>`;
}

/** A presentation: contents of each slide's shape tree, and its notes. */
export function buildPptx(
  slides: readonly {
    readonly shapes: string;
    readonly notes?: string;
    readonly hidden?: boolean;
    readonly links?: readonly string[];
  }[],
  title?: string,
): Uint8Array {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`);
  return buildZip([
    relations('_rels/.rels', [['officeDocument', 'ppt/presentation.xml']]),
    relations(
      'ppt/_rels/presentation.xml.rels',
      slides.map((_, index) => ['slide', `slides/slide${index + 1}.xml`]),
    ),
    {
      name: 'ppt/presentation.xml',
      data: `${XML}<p:presentation ${SLIDE}><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    },
    ...slides.flatMap(({ shapes, notes, hidden, links }, index) => [
      {
        name: `ppt/slides/slide${index + 1}.xml`,
        data: `${XML}<p:sld ${SLIDE}${hidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      },
      relations(
        `ppt/slides/_rels/slide${index + 1}.xml.rels`,
        [['notesSlide', `../notesSlides/notes${index + 1}.xml`]],
        links,
      ),
      {
        name: `ppt/notesSlides/notes${index + 1}.xml`,
        data: `${XML}<p:notes ${SLIDE}><p:cSld><p:spTree>${notes === undefined ? '' : slideShape('body', [notes])}</p:spTree></p:cSld></p:notes>`,
      },
    ]),
    ...core(title),
  ]);
}

/** A shape with paragraphs; `type` is that of a placeholder, empty for a free text. */
export function slideShape(type: string, paragraphs: readonly string[]): string {
  const place = type === '' ? '' : `<p:nvPr><p:ph type="${type}"/></p:nvPr>`;
  const text = paragraphs.map((each) => `<a:p><a:r><a:t>${escapeXml(each)}</a:t></a:r></a:p>`).join('');
  return `<p:sp><p:nvSpPr>${place}</p:nvSpPr><p:txBody>${text}</p:txBody></p:sp>`;
}
