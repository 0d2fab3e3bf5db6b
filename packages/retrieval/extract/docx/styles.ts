import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';

/** What matters of a paragraph style, with what it inherits. */
export interface ParagraphStyle {
  /** 1 to 6; null: no heading. */
  readonly heading: number | null;
  readonly numberId: string | null;
  readonly level: number;
  /** A line of the table of contents, which only repeats the headings. */
  readonly contents: boolean;
}

interface RawStyle {
  name: string;
  basedOn: string;
  outline: number | null;
  numberId: string | null;
  level: number | null;
}

/** Names of heading styles in the languages whose Word writes them translated. */
const HEADING_NAME =
  /^(?:heading|見出し|tiêu đề|đầu đề|đề mục|titre|überschrift|título|标题|標題|제목) ?([1-6])$/i;
const TITLE_NAME = /^(?:title|表題|tiêu đề|titel|titre|título|标题|제목)$/i;
const CONTENTS_NAME = /^(?:toc|目次|mục lục) ?\d$/i;
const CHAIN_MAX = 20;
export const NO_STYLE: ParagraphStyle = { heading: null, numberId: null, level: 0, contents: false };

/** Paragraph styles by their id. */
export async function readStyles(
  archive: ZipArchive,
  path: string,
): Promise<ReadonlyMap<string, ParagraphStyle>> {
  const raw = new Map<string, RawStyle>();
  let current: RawStyle | null = null;
  await readXml(archive.read(path), {
    open(name, attributes) {
      const value = () => attributes.get('val') ?? '';
      if (name === 'style') {
        current = { name: '', basedOn: '', outline: null, numberId: null, level: null };
        if ((attributes.get('type') ?? 'paragraph') === 'paragraph')
          raw.set(attributes.get('styleId') ?? '', current);
      } else if (!current) return;
      else if (name === 'name') current.name = value();
      else if (name === 'basedOn') current.basedOn = value();
      else if (name === 'outlineLvl') current.outline = Number(value());
      else if (name === 'numId') current.numberId = value();
      else if (name === 'ilvl') current.level = Number(value());
    },
    close(name) {
      if (name === 'style') current = null;
    },
    text() {},
  });
  return new Map([...raw.keys()].map((id) => [id, resolveStyle(raw, id)]));
}

function resolveStyle(raw: ReadonlyMap<string, RawStyle>, id: string): ParagraphStyle {
  let heading: number | null = null;
  let numberId: string | null = null;
  let level: number | null = null;
  let style = raw.get(id);
  for (let depth = 0; style && depth < CHAIN_MAX; depth++) {
    heading ??= headingOf(style);
    numberId ??= style.numberId;
    level ??= style.level;
    // Outline level 9 says: body text, whatever the style it is based on says.
    if (style.outline !== null && style.outline > 8) break;
    style = raw.get(style.basedOn);
  }
  const contents = CONTENTS_NAME.test(raw.get(id)?.name.trim() ?? '');
  return { heading, numberId, level: level ?? (heading === null ? 0 : heading - 1), contents };
}

function headingOf({ name, outline }: RawStyle): number | null {
  if (outline !== null) return outlineHeading(outline);
  const named = HEADING_NAME.exec(name.normalize('NFKC').trim())?.[1];
  if (named !== undefined) return Number(named);
  return TITLE_NAME.test(name.trim()) ? 1 : null;
}

/** Outline levels count from 0; 9 is body text. */
export function outlineHeading(outline: number): number | null {
  return Number.isInteger(outline) && outline >= 0 && outline < 9 ? Math.min(outline + 1, 6) : null;
}
