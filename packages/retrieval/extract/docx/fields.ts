import { type Link, newLink } from '../inline/inline-text.ts';
import { linkAddress } from '../inline/link-address.ts';
import { scriptText } from '../inline/scripts.ts';
import { fraction, type Linear, plain, root, sequence } from '../math/linear.ts';
import { symbolText } from './symbols.ts';

interface Field {
  /** A field in another one's code gives its result there. */
  code: string;
  isResult: boolean;
  link: Link | null;
  isReference: boolean;
}

/** Follows the fields of a Word document (ECMA-376 part 1, 17.16): what they link to, and what they draw. */
export class Fields {
  private readonly open_: Field[] = [];

  /** The link of the text here. */
  get link(): Link | null {
    return this.open_.findLast(({ isResult, link }) => isResult && link)?.link ?? null;
  }

  /** A number that refers to a note. */
  get isReference(): boolean {
    return this.open_.some(({ isResult, isReference }) => isResult && isReference);
  }

  /** Text here is part of a code and is not shown. */
  get isCode(): boolean {
    return this.open_.some(({ isResult }) => !isResult);
  }

  begin(): void {
    this.open_.push({ code: '', isResult: false, link: null, isReference: false });
  }

  /** `w:fldSimple` has its code as an attribute. */
  beginSimple(code: string): void {
    this.begin();
    this.code(code);
    this.separate();
  }

  code(text: string): void {
    const field = this.open_.at(-1);
    if (field && !field.isResult && field.code.length < 20_000) field.code += text;
  }

  separate(): void {
    const field = this.open_.at(-1);
    if (!field) return;
    field.isResult = true;
    field.link = newLink(addressOf(field.code));
    field.isReference = /^\s*NOTEREF\b/i.test(field.code);
  }

  /** A code ends with its paragraph at the latest: what was deleted may have held its end. */
  endCodes(): void {
    while (this.isCode) this.open_.pop();
  }

  /** What a field draws from its code alone; empty for the others. */
  end(): string {
    const field = this.open_.pop();
    if (!field) return '';
    const name = /^\s*([A-Za-z]+)/.exec(field.code)?.[1]?.toUpperCase();
    if (name === 'EQ' && !field.isResult) return eqText(field.code.replace(/^\s*EQ/i, ''));
    return name === 'SYMBOL' && !field.isResult ? symbolOf(field.code) : '';
  }
}

/** `HYPERLINK "https://…" \l "part" \o "tip"`; without an address it leads to a bookmark. */
function addressOf(code: string): string | null {
  if (!/^\s*HYPERLINK\b/i.test(code)) return null;
  const rest = code.replace(/^\s*HYPERLINK\s*/i, '');
  const part = /\\l\s+(?:"([^"]*)"|(\S+))/i.exec(rest);
  const target = /^(?:\\[nmh]\s+)*(?:["“”]([^"“”]*)["“”]|([^\s\\"]\S*))/i.exec(rest);
  const address = target?.[1] ?? target?.[2] ?? '';
  const anchor = part?.[1] ?? part?.[2] ?? '';
  return address === '' ? null : linkAddress(withAnchor(address, anchor));
}

/** Word keeps what stands after `#` by itself. */
export const withAnchor = (address: string, anchor: string | null): string =>
  !anchor || address.includes('#') ? address : `${address}#${anchor}`;

/** `SYMBOL 254 \f "Wingdings"`. */
function symbolOf(code: string): string {
  const [, written = ''] = /SYMBOL\s+(\S+)/i.exec(code) ?? [];
  const font = /\\f\s+(?:"([^"]*)"|(\S+))/i.exec(code);
  const number = /^0x/i.test(written) ? Number.parseInt(written, 16) : Number(written);
  return Number.isInteger(number) && number > 0 ? symbolText(font?.[1] ?? font?.[2] ?? '', number) : '';
}

/** Numbers and letters that Word draws inside a circle with `\o\ac(○,1)`. */
function circled(text: string): string {
  const number = Number(text.normalize('NFKC'));
  if (Number.isInteger(number) && number >= 1 && number <= 20)
    return String.fromCodePoint(0x2460 + number - 1);
  if (Number.isInteger(number) && number >= 21 && number <= 35)
    return String.fromCodePoint(0x3251 + number - 21);
  return `(${text})`;
}

/**
 * What the codes of an EQ field draw, on one line: `\f(1,2)` is 1/2. Phonetic guides of Japanese are made of them, too:
 * `\o\ad(\s\up 9(かんじ),漢字)` is 漢字.
 */
function eqText(code: string): string {
  const source = code.replace(/^(?:\s*\\\*\s*(?:"[^"]*"|\S+)(?:\s+(?:Font:|hps)\S*)?)+/i, '');
  return new EqReader(source).sequence().text.replaceAll(/\s+/g, ' ').trim();
}

const DEPTH_MAX = 30;

class EqReader {
  private readonly source: string;
  private at = 0;
  private depth = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Up to a separator or a closing bracket of the code around it. */
  sequence(): Linear {
    const pieces: Linear[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') pieces.push(plain(text));
      text = '';
    };
    while (this.at < this.source.length) {
      const sign = this.source.charAt(this.at);
      if (this.depth > 0 && /[,;)]/.test(sign)) break;
      if (sign === '\\' && /[a-z]/i.test(this.source.charAt(this.at + 1))) {
        flush();
        pieces.push(this.command());
      } else {
        // `\,` and `\(` are the signs themselves.
        if (sign === '\\') this.at++;
        text += this.source.charAt(this.at++);
      }
    }
    flush();
    return sequence(pieces);
  }

  private command(): Linear {
    const [whole = '', name = ''] = /^\\([a-z]+)/i.exec(this.source.slice(this.at, this.at + 20)) ?? [];
    this.at += whole.length;
    const options = this.options();
    return draw(name.toLowerCase(), options, this.args());
  }

  /** `\up8`, `\bc\{`: options of a command. */
  private options(): string {
    let options = '';
    for (;;) {
      const found = /^\s*(?:\\[a-z]{2,3}\s*(?:\\.|-?\d+)?|\\\*\s*\w+)/i.exec(
        this.source.slice(this.at, this.at + 40),
      )?.[0];
      if (found === undefined) return options;
      options += found;
      this.at += found.length;
    }
  }

  private args(): Linear[] {
    while (/\s/.test(this.source.charAt(this.at))) this.at++;
    if (this.source.charAt(this.at) !== '(' || this.depth > DEPTH_MAX) return [];
    this.at++;
    this.depth++;
    const args = [this.sequence()];
    while (/[,;]/.test(this.source.charAt(this.at))) {
      this.at++;
      args.push(this.sequence());
    }
    if (this.source.charAt(this.at) === ')') this.at++;
    this.depth--;
    return args;
  }
}

const EMPTY = plain('');

function draw(name: string, options: string, args: readonly Linear[]): Linear {
  const [first = EMPTY, second = EMPTY] = args;
  switch (name) {
    case 'f':
      return fraction(first, second);
    case 'r':
      return args.length > 1 ? root(second, first) : root(first, EMPTY);
    case 's':
      return plain(
        args.map(({ text }) => scriptText(text, /\\do/i.test(options) ? 'sub' : 'super')).join(''),
      );
    case 'o':
      return overstruck(options, args);
    case 'b':
      return plain(`(${first.text})`);
    case 'a':
    case 'l':
      return plain(args.map(({ text }) => text.trim()).join(', '));
    case 'i':
      return plain(
        `∫${scriptText(first.text, 'sub')}${scriptText(second.text, 'super')} ${args[2]?.text ?? ''}`,
      );
    default:
      return sequence(args);
  }
}

/** Characters over each other: a sign in a circle, or a word under its reading. */
function overstruck(options: string, args: readonly Linear[]): Linear {
  const [first = EMPTY, second = EMPTY] = args;
  if (/^[○◯〇]$/.test(first.text.trim())) return plain(circled(second.text.trim()));
  if (/\\a[dcl]/i.test(options) && args.length > 1) return second;
  return plain(args.map(({ text }) => text).join(''));
}
