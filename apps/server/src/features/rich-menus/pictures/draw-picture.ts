import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  CELL_UNITS,
  type PictureCell,
  type PictureIcon,
  type PictureSource,
} from '@hanasu/contract/menu-pictures';
import type { Font } from 'opentype.js';
import { type FontName, readFont } from '../../../platform/files/fonts.ts';

/** Pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}
export type Composition = Extract<PictureSource, { kind: 'composed' }>;

/** What a composition is drawn with. */
export interface DrawingKit {
  readonly font: Font;
  /** The inside of an SVG of 24 × 24 that draws in `currentColor`. */
  readonly icon: (name: PictureIcon) => string;
  /** A `data:` address of that upload, cut to exactly that size. */
  readonly photo: (fileUuid: string, size: PictureSize) => string;
}

interface Box extends PictureSize {
  readonly x: number;
  readonly y: number;
}

/** Edges of cells that touch fall on the same pixel, so that nothing shows between them. */
function boxOf({ x, y, width, height }: PictureCell, size: PictureSize): Box {
  const [left, right] = [x, x + width].map((unit) => Math.round((unit * size.width) / CELL_UNITS));
  const [top, bottom] = [y, y + height].map((unit) => Math.round((unit * size.height) / CELL_UNITS));
  const [from = 0, to = 0, above = 0, below = 0] = [left, right, top, bottom];
  return { x: from, y: above, width: Math.max(1, to - from), height: Math.max(1, below - above) };
}

interface Photo {
  readonly fileUuid: string;
  readonly size: PictureSize;
}

/** The uploads that a composition shows, each in the size it is shown in. */
export function photosOf({ fileUuid, cells }: Composition, size: PictureSize): Photo[] {
  const ground = fileUuid === null ? [] : [{ fileUuid, size }];
  const inCells = cells.flatMap((cell) =>
    cell.fileUuid === null ? [] : [{ fileUuid: cell.fileUuid, size: boxOf(cell, size) }],
  );
  return [...ground, ...inCells];
}

/** An SVG without any text in it: words are outlines, so that no font of the machine is asked. */
export function drawPicture(
  composition: Composition,
  size: PictureSize,
  kit: DrawingKit,
): { readonly svg: string; readonly missing: readonly string[] } {
  const { background, fileUuid, line, cells } = composition;
  const whole = { x: 0, y: 0, ...size };
  const words = cells.map(({ text }) => shownWords(kit.font, text));
  const drawn = [
    rectangle(whole, background),
    ...(fileUuid === null ? [] : [photo(whole, kit.photo(fileUuid, size))]),
    ...cells.map((cell, index) =>
      drawCell(cell, { box: boxOf(cell, size), words: words[index]?.shown ?? '' }, kit),
    ),
    ...(line === null
      ? []
      : [
          lines(
            cells.map((cell) => boxOf(cell, size)),
            size,
            line,
          ),
        ]),
  ];
  const { width, height } = size;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn.join('')}</svg>`,
    missing: [...new Set(words.flatMap(({ missing }) => missing))],
  };
}

const rectangle = ({ x, y, width, height }: Box, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" shape-rendering="crispEdges"/>`;

const photo = ({ x, y, width, height }: Box, address: string): string =>
  `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="${address}"/>`;

/** Where cells meet; the edge of the picture has no line. */
function lines(boxes: readonly Box[], size: PictureSize, color: string): string {
  const thickness = Math.max(1, Math.round(Math.min(size.width, size.height) / 300));
  const half = Math.floor(thickness / 2);
  return boxes
    .flatMap(({ x, y, width, height }) => [
      ...[x, x + width]
        .filter((at) => at > 0 && at < size.width)
        .map((at) => ({ x: at - half, y, width: thickness, height })),
      ...[y, y + height]
        .filter((at) => at > 0 && at < size.height)
        .map((at) => ({ x, y: at - half, width, height: thickness })),
    ])
    .map((box) => rectangle(box, color))
    .join('');
}

function drawCell(
  { fill, fileUuid, icon, color }: PictureCell,
  { box, words }: { readonly box: Box; readonly words: string },
  kit: DrawingKit,
): string {
  const parts = layOut(box, { hasIcon: icon !== null, hasWords: words !== '' });
  const set = words === '' ? null : setWords(kit.font, words, parts);
  // An icon and the words beside it are one group in the middle.
  const shift = set && parts.isBeside ? (parts.words.width - set.width) / 2 : 0;
  return [
    ...(fill === null ? [] : [rectangle(box, fill)]),
    ...(fileUuid === null ? [] : [photo(box, kit.photo(fileUuid, box))]),
    ...(icon === null ? [] : [drawIcon({ ...parts.icon, x: parts.icon.x + shift }, kit.icon(icon), color)]),
    ...(set === null ? [] : [`<path fill="${color}" d="${set.outlines(shift)}"/>`]),
  ].join('');
}

const drawIcon = ({ x, y, width }: Box, body: string, color: string): string =>
  `<g transform="translate(${places(x)} ${places(y)}) scale(${places(width / 24)})" color="${color}">${body}</g>`;

const places = (value: number): number => Math.round(value * 100) / 100;

interface Parts {
  readonly icon: Box;
  readonly words: Box;
  /** Of the letters, in pixels. */
  readonly most: number;
  readonly isBeside: boolean;
  /** They hang from the icon above them; otherwise they stand in the middle. */
  readonly isUnder: boolean;
}

/** From here on an icon stands beside its words: tabs and other low cells. */
const BESIDE = 2.2;

function layOut(box: Box, { hasIcon, hasWords }: { hasIcon: boolean; hasWords: boolean }): Parts {
  const { width, height } = box;
  const margin = Math.min(width, height) * 0.08;
  const inner = {
    x: box.x + margin,
    y: box.y + margin,
    width: width - 2 * margin,
    height: height - 2 * margin,
  };
  const square = (side: number, x: number, y: number): Box => ({ x, y, width: side, height: side });
  if (!hasIcon || !hasWords) {
    const side = Math.min(width, height) * 0.46;
    const icon = square(side, box.x + (width - side) / 2, box.y + (height - side) / 2);
    return {
      icon,
      words: inner,
      most: Math.min(height * 0.34, width * 0.2),
      isBeside: false,
      isUnder: false,
    };
  }
  if (width > height * BESIDE) {
    const side = Math.min(height * 0.46, inner.width / 4);
    const taken = side + margin * 2;
    return {
      icon: square(side, inner.x, box.y + (height - side) / 2),
      words: { ...inner, x: inner.x + taken, width: inner.width - taken },
      most: height * 0.34,
      isBeside: true,
      isUnder: false,
    };
  }
  // Icon and words together look centred when the words take one line.
  const side = Math.min(width, height) * 0.36;
  const top = box.y + height * 0.5 - side * 0.9;
  const under = top + side + margin * 0.6;
  return {
    icon: square(side, box.x + (width - side) / 2, top),
    words: { ...inner, y: under, height: inner.y + inner.height - under },
    most: Math.min(height * 0.16, width * 0.135),
    isBeside: false,
    isUnder: true,
  };
}

/** Selectors of how a character is drawn; fonts need not know them. */
const SELECTOR = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu;
const STANDS_FOR_MISSING = '□';
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What can be drawn of a text, and the characters that can't. */
function shownWords(
  font: Font,
  text: string,
): { readonly shown: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const shown = [...characters.segment(text)].map(({ segment }) => {
    if (segment.trim() === '') return segment;
    const plain = segment.replaceAll(SELECTOR, '');
    const isThere = plain !== '' && [...plain].every((character) => font.charToGlyphIndex(character) !== 0);
    if (isThere && plain.length > 0) return plain;
    missing.push(segment);
    return STANDS_FOR_MISSING;
  });
  return { shown: shown.join(''), missing };
}

const COORDINATES = ['x1', 'y1', 'x2', 'y2', 'x', 'y'] as const;

/** With one decimal. The library's own writing makes NaN of a number that is just above a whole one, where renderers stop. */
const writePath = (commands: ReturnType<Font['getPath']>['commands']): string =>
  commands
    .map((command) => {
      const numbers = COORDINATES.flatMap((name) => command[name] ?? []);
      return command.type + numbers.map((number) => Math.round(number * 10) / 10).join(' ');
    })
    .join('');

/** From one base line to the next, in the size of the letters. */
const PITCH = 1.3;

function setWords(font: Font, text: string, { words, most, isBeside, isUnder }: Parts) {
  const em = font.unitsPerEm;
  const [ascent, descent] = [font.ascender / em, -font.descender / em];
  const widthOf = (line: string): number => font.getAdvanceWidth(line, 1_000) / 1_000;
  const { rows, size } = fitWords(text, { ...words, most, line: ascent + descent }, widthOf);
  const tall = (ascent + descent + PITCH * (rows.length - 1)) * size;
  const top = isUnder ? words.y : words.y + (words.height - tall) / 2;
  const outline = (row: string, index: number, shift: number): string => {
    const x = words.x + (isBeside ? shift : (words.width - widthOf(row) * size) / 2);
    return writePath(font.getPath(row, x, top + (ascent + PITCH * index) * size, size).commands);
  };
  return {
    width: Math.max(...rows.map(widthOf)) * size,
    outlines: (shift: number): string => rows.map((row, index) => outline(row, index, shift)).join(''),
  };
}

interface Room extends PictureSize {
  readonly most: number;
  /** Height of one line, in the size of the letters. */
  readonly line: number;
}

/**
 * On one line, or on two where the letters are clearly larger then; as small as it must be, never cut. A line break in the
 * text is kept.
 */
export function fitWords(
  text: string,
  { width, height, most, line }: Room,
  widthOf: (line: string) => number,
): { readonly rows: readonly string[]; readonly size: number } {
  const sizeOf = (rows: readonly string[]): number =>
    Math.min(most, width / Math.max(...rows.map(widthOf), 0.01), height / (line + PITCH * (rows.length - 1)));
  const [first = '', ...others] = text.split('\n').map((row) => row.replaceAll(/[^\S\u3000]+/g, ' ').trim());
  const rest = others.filter(Boolean).join(' ');
  const whole = [first, rest].filter(Boolean).join(' ');
  const one = { rows: [whole], size: sizeOf([whole]) };
  const ways = rest === '' || first === '' ? breaksOf(whole) : [[first, rest]];
  const two = ways
    .map((rows) => ({ rows, size: sizeOf(rows), widest: Math.max(...rows.map(widthOf)) }))
    .toSorted((a, b) => a.widest - b.widest)[0];
  if (two && rest !== '' && first !== '') return two;
  return two && two.size > one.size * 1.15 ? two : one;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff00-\uffef]/u;
/** What may not begin a line in Japanese, and what may not end one. */
const NOT_FIRST =
  /^[、。，．・：；？！!?,.:;ゝゞ々ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ）〕］｝〉》」』】)\]}%％…‥～〜]/u;
const NOT_LAST = /[（〔［｛〈《「『【([{￥¥₫$＃#]$/u;
const wordsOf = new Intl.Segmenter('ja', { granularity: 'word' });

/** Every way to set it on two lines: at spaces, and in Japanese between words, or else between characters. */
function breaksOf(text: string): string[][] {
  const between = breaksAt(text, wordsOf);
  return between.length > 0 ? between : breaksAt(text, characters);
}

function breaksAt(text: string, segmenter: Intl.Segmenter): string[][] {
  return [...segmenter.segment(text)].flatMap(({ index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index)];
    const [first, rest] = [before.trimEnd(), after.trimStart()];
    if (first === '' || rest === '') return [];
    const isSpace = first !== before || rest !== after;
    const isWide = WIDE.test(first.slice(-1)) && WIDE.test(rest.slice(0, 1));
    const isAllowed = (isSpace || isWide) && !NOT_FIRST.test(rest) && !NOT_LAST.test(first);
    return isAllowed ? [[first, rest]] : [];
  });
}

const require = createRequire(import.meta.url);
const FONTS = { sans: 'NotoSansJP-Bold', serif: 'NotoSerifJP-Bold' } as const;
const fonts = new Map<keyof typeof FONTS, Promise<Font>>();

/** Read when it is first wanted, and kept: some 20 MB for each. */
export function loadFont(name: keyof typeof FONTS): Promise<Font> {
  const known = fonts.get(name);
  if (known) return known;
  const loading = parseFont(FONTS[name]);
  fonts.set(name, loading);
  loading.catch(() => fonts.delete(name));
  return loading;
}

async function parseFont(name: FontName): Promise<Font> {
  const { default: opentype } = await import('opentype.js');
  const { buffer, byteOffset, byteLength } = await readFont(name);
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength), { lowMemory: true });
}

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}
let icons: Promise<DrawingKit['icon']> | null = null;

export function loadIcons(): Promise<DrawingKit['icon']> {
  icons ??= readFile(require.resolve('@iconify-json/lucide/icons.json'), 'utf8').then((text) => {
    const set = JSON.parse(text) as IconSet;
    return (name) => set.icons[set.aliases?.[name]?.parent ?? name]?.body ?? '';
  });
  icons.catch(() => {
    icons = null;
  });
  return icons;
}
