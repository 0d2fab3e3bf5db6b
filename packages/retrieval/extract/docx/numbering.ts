import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { writeNumber } from './write-number.ts';

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
