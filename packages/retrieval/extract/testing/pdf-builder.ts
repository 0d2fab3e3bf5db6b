import { deflateSync } from 'node:zlib';

/** A line of text: size in points (default 11), distance from the left edge, extra space above. */
export interface PdfLine {
  readonly text: string;
  readonly size?: number;
  readonly x?: number;
  readonly above?: number;
}

/** An object of a PDF: a dictionary, or any other value, and the bytes of its stream. */
export interface PdfObject {
  readonly value: string;
  readonly stream?: Uint8Array;
}

/** Puts objects (the first is number 1, the catalogue) into a file with a cross-reference table. */
export function assemblePdf(objects: readonly PdfObject[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part);
    parts.push(bytes);
    length += bytes.length;
  };
  write('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    write(`${index + 1} 0 obj\n${object.value}\n`);
    if (object.stream) {
      write('stream\n');
      write(object.stream);
      write('\nendstream\n');
    }
    write('endobj\n');
  }
  const table = length;
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** A compressed stream object; `extra` goes into its dictionary. */
export function streamObject(bytes: Uint8Array | string, extra = ''): PdfObject {
  const stream = deflateSync(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return { value: `<< /Length ${stream.length} /Filter /FlateDecode ${extra} >>`, stream };
}

/** Numbers every character of a document and says which it is, so no font file is needed. */
class Glyphs {
  readonly ids = new Map<string, number>();

  encode(text: string): string {
    return Array.from(text, (character) => this.idOf(character).toString(16).padStart(4, '0')).join('');
  }

  toUnicode(): string {
    const rows = [...this.ids].map(([character, id]) => `<${hex(id)}> <${utf16Hex(character)}>`);
    const groups: string[] = [];
    for (let at = 0; at < rows.length; at += 100) {
      const group = rows.slice(at, at + 100);
      groups.push(`${group.length} beginbfchar\n${group.join('\n')}\nendbfchar`);
    }
    return [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Hanasu def /CMapType 2 def',
      '1 begincodespacerange <0000> <ffff> endcodespacerange',
      ...groups,
      'endcmap end end',
    ].join('\n');
  }

  widths(): string {
    return [...this.ids].map(([character, id]) => `${id} [${widthOf(character)}]`).join(' ');
  }

  private idOf(character: string): number {
    const known = this.ids.get(character);
    if (known !== undefined) return known;
    this.ids.set(character, this.ids.size + 1);
    return this.ids.size;
  }
}

const hex = (value: number) => value.toString(16).padStart(4, '0');

function utf16Hex(character: string): string {
  return Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index))).join('');
}

function widthOf(character: string): number {
  return (character.codePointAt(0) ?? 0) >= 0x2e80 ? 1000 : 500;
}

const PAGE = { width: 595, height: 842, margin: 56 };
const LEADING = 1.5;

function drawPage(lines: readonly (string | PdfLine)[], glyphs: Glyphs): string {
  let y = PAGE.height - PAGE.margin;
  return lines
    .map((given) => {
      const line = typeof given === 'string' ? { text: given } : given;
      const size = line.size ?? 11;
      y -= size * LEADING + (line.above ?? 0);
      return `BT /F1 ${size} Tf 1 0 0 1 ${line.x ?? PAGE.margin} ${y.toFixed(2)} Tm <${glyphs.encode(line.text)}> Tj ET`;
    })
    .join('\n');
}

/** Objects 4 to 7: a font without outlines whose characters are known by its ToUnicode map only. */
function fontObjects(glyphs: Glyphs): PdfObject[] {
  return [
    {
      value:
        '<< /Type /Font /Subtype /Type0 /BaseFont /Hanasu /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 6 0 R >>',
    },
    {
      value: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Hanasu /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /W [${glyphs.widths()}] /FontDescriptor 7 0 R >>`,
    },
    streamObject(glyphs.toUnicode()),
    {
      value:
        '<< /Type /FontDescriptor /FontName /Hanasu /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
    },
  ];
}

function annotationsOf(dictionaries: readonly string[] | undefined): string {
  return dictionaries ? `/Annots [${dictionaries.join(' ')}] ` : '';
}

/** A text string of a PDF (ISO 32000-2, 7.9.2.2), as in the dictionary of an annotation. */
export function pdfText(text: string): string {
  return `<feff${utf16Hex(text)}>`;
}

/** Operators that draw the rules of a table: its columns and rows, in points from the top left corner. */
export function drawGrid(xs: readonly number[], ys: readonly number[]): string {
  const [left = 0, right = 0] = [xs[0], xs.at(-1)];
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)];
  const line = (x: number, y: number, toX: number, toY: number) =>
    `${x} ${PAGE.height - y} m ${toX} ${PAGE.height - toY} l S`;
  return [...xs.map((x) => line(x, top, x, bottom)), ...ys.map((y) => line(left, y, right, y))].join('\n');
}

/**
 * A real PDF with text in any language. Each page is its lines from top to bottom. `drawings` are operators before the
 * text of each page, `annotations` the dictionaries of those on each page.
 */
export function buildPdf(input: {
  readonly pages: readonly (readonly (string | PdfLine)[])[];
  readonly title?: string;
  readonly drawings?: readonly string[];
  readonly annotations?: readonly (readonly string[])[];
  /** Further objects; with one page the first is number 10. */
  readonly objects?: readonly PdfObject[];
}): Uint8Array {
  const glyphs = new Glyphs();
  const contents = input.pages.map((lines, index) =>
    streamObject(`${input.drawings?.[index] ?? ''}\n${drawPage(lines, glyphs)}`),
  );
  const first = 8;
  const kids = input.pages.map((_, index) => `${first + index * 2} 0 R`);
  const pages = contents.flatMap((content, index) => [
    {
      value: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 4 0 R >> >> /Contents ${first + index * 2 + 1} 0 R ${annotationsOf(input.annotations?.[index])}>>`,
    },
    content,
  ]);
  return assemblePdf(
    [
      { value: '<< /Type /Catalog /Pages 2 0 R >>' },
      { value: `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>` },
      { value: input.title ? `<< /Title <feff${utf16Hex(input.title)}> >>` : '<< >>' },
      ...fontObjects(glyphs),
      ...pages,
      ...(input.objects ?? []),
    ],
    '/Info 3 0 R',
  );
}
