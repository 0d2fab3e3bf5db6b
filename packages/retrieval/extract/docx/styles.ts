import { type Script, verticalScript } from '../inline/scripts.ts';
import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';

/** What matters of a style of paragraphs or characters, with what it inherits. */
export interface ParagraphStyle {
  /** 1 to 6; null: no heading. */
  readonly heading: number | null;
  readonly numberId: string | null;
  readonly level: number;
  /** A line of the table of contents, which only repeats the headings. */
  readonly contents: boolean;
  /** Raised or lowered, as the marks of notes are. */
  readonly script: Script | null;
}

interface RawStyle {
  name: string;
  basedOn: string;
  outline: number | null;
  numberId: string | null;
  level: number | null;
  script: Script | null;
}

/** Names of heading styles in the languages whose Word writes them translated. */
const HEADING_NAME =
  /^(?:heading|見出し|tiêu đề|đầu đề|đề mục|titre|überschrift|título|标题|標題|제목) ?([1-6])$/i;
const TITLE_NAME = /^(?:title|表題|tiêu đề|titel|titre|título|标题|제목)$/i;
const CONTENTS_NAME = /^(?:toc|目次|mục lục) ?\d$/i;
const CHAIN_MAX = 20;
export const NO_STYLE: ParagraphStyle = {
  heading: null,
  numberId: null,
  level: 0,
  contents: false,
  script: null,
};

/** Styles of paragraphs and characters by their id. */
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
        current = { name: '', basedOn: '', outline: null, numberId: null, level: null, script: null };
        if (/^(?:paragraph|character)$/.test(attributes.get('type') ?? 'paragraph'))
          raw.set(attributes.get('styleId') ?? '', current);
      } else if (!current) return;
      else if (name === 'name') current.name = value();
      else if (name === 'basedOn') current.basedOn = value();
      else if (name === 'outlineLvl') current.outline = Number(value());
      else if (name === 'numId') current.numberId = value();
      else if (name === 'ilvl') current.level = Number(value());
      else if (name === 'vertAlign') current.script = verticalScript(value());
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
  let script: Script | null = null;
  let style = raw.get(id);
  for (let depth = 0; style && depth < CHAIN_MAX; depth++) {
    heading ??= headingOf(style);
    numberId ??= style.numberId;
    level ??= style.level;
    script ??= style.script;
    // Outline level 9 says: body text, whatever the style it is based on says.
    if (style.outline !== null && style.outline > 8) break;
    style = raw.get(style.basedOn);
  }
  const contents = CONTENTS_NAME.test(raw.get(id)?.name.trim() ?? '');
  return { heading, numberId, level: level ?? (heading === null ? 0 : heading - 1), contents, script };
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

interface Level {
  start: number;
  format: string;
  text: string;
}

const BULLET = '-';
const LEVELS = 9;

/** Counts the numbered paragraphs of a document as Word does. */
export class Numbering {
  private readonly lists: ReadonlyMap<string, readonly Level[]>;
  private readonly abstracts: ReadonlyMap<string, string>;
  private readonly counters = new Map<string, number[]>();

  constructor(lists: ReadonlyMap<string, readonly Level[]>, abstracts: ReadonlyMap<string, string>) {
    this.lists = lists;
    this.abstracts = abstracts;
  }

  /** The next paragraph's marker, `-` or such as `2.1`; null when the list shows none. */
  next(numberId: string, level: number): string | null {
    const levels = this.lists.get(numberId);
    const place = levels?.[level];
    // Number 0 takes a paragraph out of its style's list.
    if (numberId === '0') return null;
    if (!levels || !place || place.format === 'bullet') return BULLET;
    if (place.format === 'none') return null;
    // Lists made from one definition go on counting together.
    const key = this.abstracts.get(numberId) ?? numberId;
    const counters = this.counters.get(key) ?? [];
    this.counters.set(key, counters);
    counters[level] = (counters[level] ?? place.start - 1) + 1;
    counters.length = level + 1;
    const written = place.text.replaceAll(/%([1-9])/g, (_, digit) => {
      const at = Number(digit) - 1;
      const legal = levels[at] ?? place;
      return writeNumber(counters[at] ?? legal.start, legal.format);
    });
    return written.trim() || null;
  }
}

export async function readNumbering(archive: ZipArchive, path: string): Promise<Numbering> {
  const abstractLevels = new Map<string, Level[]>();
  const abstracts = new Map<string, string>();
  const lists = new Map<string, Level[]>();
  let levels: Level[] | null = null;
  let level: Level | null = null;
  let numberId = '';
  await readXml(archive.read(path), {
    open(name, attributes) {
      const value = () => attributes.get('val') ?? '';
      if (name === 'abstractNum') {
        levels = [];
        abstractLevels.set(attributes.get('abstractNumId') ?? '', levels);
      } else if (name === 'num') numberId = attributes.get('numId') ?? '';
      else if (name === 'abstractNumId' && numberId !== '') {
        abstracts.set(numberId, value());
        lists.set(numberId, [...(abstractLevels.get(value()) ?? [])]);
      } else if (name === 'lvl') {
        level = { start: 1, format: 'decimal', text: '' };
        const at = Number(attributes.get('ilvl'));
        const into = levels ?? lists.get(numberId);
        if (into && at >= 0 && at < LEVELS) into[at] = level;
      } else if (!level) return;
      else if (name === 'start') level.start = Number(value()) || 0;
      else if (name === 'numFmt') level.format = value();
      else if (name === 'lvlText') level.text = value();
    },
    close(name) {
      if (name === 'abstractNum') levels = null;
      else if (name === 'lvl') level = null;
      else if (name === 'num') numberId = '';
    },
    text() {},
  });
  return new Numbering(lists, abstracts);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const AIUEO = [
  ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
];
const IROHA = [
  ...'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
];
const DIGITS = [...'〇一二三四五六七八九'];

/** A number in one of Word's formats (ST_NumberFormat); those not known are written in digits. */
function writeNumber(value: number, format: string): string {
  if (!Number.isInteger(value) || value < 1 || value > 3999) return String(value);
  switch (format) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'decimalFullWidth':
      return String(value).replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    case 'decimalEnclosedCircle':
      return value <= 20 ? String.fromCharCode(0x2460 + value - 1) : String(value);
    case 'aiueo':
    case 'aiueoFullWidth':
      return AIUEO[(value - 1) % AIUEO.length] ?? '';
    case 'iroha':
    case 'irohaFullWidth':
      return IROHA[(value - 1) % IROHA.length] ?? '';
    case 'japaneseCounting':
    case 'japaneseDigitalTenThousand':
    case 'ideographDigital':
    case 'chineseCounting':
    case 'taiwaneseCounting':
      return japanese(value);
    default:
      return String(value);
  }
}

function letters(value: number): string {
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.floor((value - 1) / 26) + 1);
}

function roman(value: number): string {
  let rest = value;
  let text = '';
  for (const [size, mark] of ROMAN) {
    while (rest >= size) {
      text += mark;
      rest -= size;
    }
  }
  return text;
}

function japanese(value: number): string {
  return [...String(value)]
    .map((digit, index, all) => {
      const unit = ['', '十', '百', '千'][all.length - index - 1] ?? '';
      if (digit === '0') return '';
      return digit === '1' && unit !== '' ? unit : `${DIGITS[Number(digit)]}${unit}`;
    })
    .join('');
}
