import type { Numerals } from './japanese-numerals.ts';

/** A part of a format: text that is shown as it is, or a code that stands for a part of the value. */
export interface Piece {
  readonly text: string;
  readonly isLiteral: boolean;
}

export type FormatLanguage = 'ja' | 'vi' | null;

/** One of the up to four parts of a number format that semicolons separate. */
export interface Section {
  readonly kind: 'number' | 'date' | 'text' | 'general';
  readonly pieces: readonly Piece[];
  /** Null: the place of the section decides. */
  readonly condition: ((value: number) => boolean) | null;
  /** The condition holds for negative numbers only, whose sign the section writes itself. */
  readonly isNegativeOnly: boolean;
  /** The condition leaves only negative numbers to the next section. */
  readonly isRestNegative: boolean;
  readonly language: FormatLanguage;
  readonly numerals: Numerals;
  /** The first year of an era is 元年. */
  readonly hasGannen: boolean;
}

const PART = /"([^"]*)"?|\\(.)|_(.)|\*(.)|\[([^\]]*)\]|(General|G\/標準|G\/通用格式)|([\s\S])/giu;

/** Cuts a format at its semicolons; those inside of quotes, brackets and escapes are text. */
export function splitSections(pattern: string): string[] {
  const sections = [''];
  for (const [part] of pattern.matchAll(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]|[\s\S]/gu)) {
    if (part === ';') sections.push('');
    else sections[sections.length - 1] += part;
  }
  return sections;
}

interface Draft {
  pieces: Piece[];
  condition: Section['condition'];
  isNegativeOnly: boolean;
  isRestNegative: boolean;
  language: FormatLanguage;
  numerals: Numerals;
  hasGannen: boolean;
}

/** Reads one section (ECMA-376 part 1, 18.8.31). */
export function parseSection(source: string): Section {
  const draft: Draft = {
    pieces: [],
    condition: null,
    isNegativeOnly: false,
    isRestNegative: false,
    language: null,
    numerals: 0,
    hasGannen: false,
  };
  for (const match of source.matchAll(PART)) {
    const [whole, quoted, escaped, padding, fill, bracket, general] = match;
    if (quoted !== undefined) addPiece(draft, quoted, true);
    else if (escaped !== undefined) addPiece(draft, escaped, true);
    else if (padding !== undefined) addPiece(draft, ' ', true);
    else if (fill !== undefined) addFill(draft, fill);
    else if (bracket !== undefined) readBracket(draft, bracket);
    else addPiece(draft, general === undefined ? whole : 'General', false);
  }
  return { ...draft, kind: kindOf(draft.pieces) };
}

function addPiece({ pieces }: Draft, text: string, isLiteral: boolean): void {
  const last = pieces.at(-1);
  if (last && last.isLiteral === isLiteral) pieces[pieces.length - 1] = { isLiteral, text: last.text + text };
  else pieces.push({ text, isLiteral });
}

/** The filling of a cell's width is one space after a word, and nothing after a currency sign. */
function addFill(draft: Draft, fill: string): void {
  if (fill === ' ' && /\p{L}$/u.test(draft.pieces.at(-1)?.text ?? '')) addPiece(draft, ' ', true);
}

const COMPARISONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
};

/** Elapsed times, currencies and languages, conditions and numerals; colours are not text. */
function readBracket(draft: Draft, content: string): void {
  if (/^(?:h+|m+|s+)$/i.test(content)) {
    addPiece(draft, `[${content}]`, false);
    return;
  }
  const [, symbol, language] = /^\$([^-]*)(?:-(.*))?$/s.exec(content) ?? [];
  if (symbol !== undefined) {
    if (symbol !== '') addPiece(draft, symbol, true);
    draft.language = languageOf(language ?? '') ?? draft.language;
    draft.hasGannen ||= /-x-gannen$/i.test(language ?? '');
    return;
  }
  const [, sign, limit] = /^\s*(<=|>=|<>|[<>=])\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*$/i.exec(content) ?? [];
  const compare = COMPARISONS[sign ?? ''];
  if (compare && Number.isFinite(Number(limit))) {
    draft.condition = (value) => compare(value, Number(limit));
    draft.isNegativeOnly = sign === '<' ? Number(limit) <= 0 : /^<?=$/.test(sign ?? '') && Number(limit) < 0;
    draft.isRestNegative = /^>=?$/.test(sign ?? '') && Number(limit) === 0;
    return;
  }
  const numerals = /^DBNum([1-3])$/i.exec(content)?.[1];
  if (numerals !== undefined) draft.numerals = Number(numerals) as Numerals;
}

const LANGUAGE_MASK = 0xff_ff;

/** A language's tag, or its number with the calendar in the higher digits. */
function languageOf(tag: string): FormatLanguage {
  if (/^ja\b/i.test(tag)) return 'ja';
  if (/^vi\b/i.test(tag)) return 'vi';
  const code = /^[\da-f]{3,8}$/i.test(tag) ? Number.parseInt(tag, 16) & LANGUAGE_MASK : 0;
  if (code === 0x4_11) return 'ja';
  return code === 0x4_2a ? 'vi' : null;
}

function kindOf(pieces: readonly Piece[]): Section['kind'] {
  const codes = pieces
    .filter(({ isLiteral }) => !isLiteral)
    .map(({ text }) => text)
    .join('\0');
  if (/\[(?:h+|m+|s+)\]/i.test(codes)) return 'date';
  if (codes.includes('General')) return 'general';
  // Zeros after seconds are parts of a second; all others are places of digits.
  if (/[0#?]/.test(codes.replaceAll(/s\.0+/gi, 's'))) return 'number';
  if (/[ymdhsgre]|a{3}|a\/p/i.test(codes)) return 'date';
  return codes.includes('@') ? 'text' : 'number';
}
