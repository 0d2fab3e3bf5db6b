import { ReadFault } from '../read-fault.ts';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Text with XML's own entities and character numbers replaced; others stay as they are. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g,
    (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      return code > 0x10ffff || code === 0 ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

/** What an element says in its start tag, read only when asked. */
export class Attributes {
  private source = '';

  /** Reused for every element: never keep it. */
  reset(source: string): void {
    this.source = source;
  }

  /** Value by the name without its prefix or with it, or null. */
  get(name: string): string | null {
    const { source } = this;
    for (let at = source.indexOf(name); at !== -1; at = source.indexOf(name, at + 1)) {
      const before = source.charCodeAt(at - 1);
      if (at > 0 && before !== COLON && before > SPACE) continue;
      const value = readValue(source, at + name.length);
      if (value !== null && isOutsideValue(source, at)) return decodeEntities(value);
    }
    return null;
  }
}

const COLON = 58;
const SPACE = 32;

function readValue(source: string, from: number): string | null {
  let at = from;
  while (source.charCodeAt(at) <= SPACE) at++;
  if (source[at] !== '=') return null;
  at++;
  while (source.charCodeAt(at) <= SPACE) at++;
  const quote = source[at];
  if (quote !== '"' && quote !== "'") return null;
  const end = source.indexOf(quote, at + 1);
  return end === -1 ? null : source.slice(at + 1, end);
}

/** An attribute's name may also stand inside the value of another: `title="r='A1'"`. */
function isOutsideValue(source: string, at: number): boolean {
  let quote = '';
  for (let index = 0; index < at; index++) {
    const character = source.charAt(index);
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
  }
  return quote === '';
}

/** Names are without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

const DEPTH_MAX = 1000;
/** Text, a tag or a comment without an end. */
const TOKEN_MAX = 8 * 1024 * 1024;

/**
 * Reads XML in pieces. Knows elements, text, CDATA and the five entities, which is all that office files use;
 * document types are refused, so that nothing can be declared that grows. Throws `ReadFault` for what is no XML.
 */
export class XmlScanner {
  private readonly handler: XmlHandler;
  private readonly attributes = new Attributes();
  private readonly names = new Map<string, string>();
  private readonly allowDoctype: boolean;
  private rest = '';
  private depth = 0;

  constructor(handler: XmlHandler, allowDoctype = false) {
    this.handler = handler;
    this.allowDoctype = allowDoctype;
  }

  write(piece: string): void {
    const source = this.rest + piece;
    let at = 0;
    while (at < source.length) {
      const next = this.readToken(source, at);
      if (next === -1) break;
      at = next;
    }
    this.rest = source.slice(at);
    if (this.rest.length > TOKEN_MAX) throw new ReadFault('broken');
  }

  /** Throws when an element is still open. */
  end(): void {
    if (this.depth !== 0 || this.rest.trim() !== '') throw new ReadFault('broken');
  }

  /** Offset after the token at `at`, or -1 when more is needed. */
  private readToken(source: string, at: number): number {
    if (source.charCodeAt(at) !== 60) return this.readText(source, at);
    const kind = source.charCodeAt(at + 1);
    if (Number.isNaN(kind)) return -1;
    if (kind === 63) return skipTo(source, '?>', at);
    if (kind === 33) return this.readDeclaration(source, at);
    const end = findTagEnd(source, at);
    if (end === -1) return -1;
    if (kind === 47) this.closeElement(this.localName(source.slice(at + 2, end).trimEnd()));
    else this.openElement(source, at + 1, end);
    return end + 1;
  }

  private readText(source: string, at: number): number {
    const end = source.indexOf('<', at);
    if (end === -1) return -1;
    if (this.depth > 0) this.handler.text(decodeEntities(source.slice(at, end)));
    return end;
  }

  private readDeclaration(source: string, at: number): number {
    const start = source.slice(at, at + 9);
    if (start.length < 9) return -1;
    if (start.startsWith('<!--')) return skipTo(source, '-->', at + 4);
    if (start === '<![CDATA[') {
      const end = source.indexOf(']]>', at);
      if (end !== -1) this.handler.text(source.slice(at + 9, end));
      return end === -1 ? -1 : end + 3;
    }
    const end = source.indexOf('>', at);
    if (end === -1) return -1;
    // Declarations of entities stand between brackets; without them a document type does nothing.
    if (!this.allowDoctype || source.slice(at, end).includes('[')) throw new ReadFault('broken');
    return end + 1;
  }

  private openElement(source: string, from: number, end: number): void {
    const selfClosing = source.charCodeAt(end - 1) === 47;
    const last = selfClosing ? end - 1 : end;
    let nameEnd = from;
    while (nameEnd < last && source.charCodeAt(nameEnd) > SPACE) nameEnd++;
    const name = this.localName(source.slice(from, nameEnd));
    this.attributes.reset(source.slice(nameEnd + 1, last));
    if (++this.depth > DEPTH_MAX) throw new ReadFault('broken');
    this.handler.open(name, this.attributes);
    if (selfClosing) this.closeElement(name);
  }

  private closeElement(name: string): void {
    if (--this.depth < 0) throw new ReadFault('broken');
    this.handler.close(name);
  }

  private localName(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const local = name.slice(name.indexOf(':') + 1);
    if (this.names.size < 2000) this.names.set(name, local);
    return local;
  }
}

function skipTo(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  return end === -1 ? -1 : end + mark.length;
}

/** Offset of the `>` that ends a tag, or -1; one inside a quoted value does not. */
function findTagEnd(source: string, at: number): number {
  for (let from = at; ; ) {
    const end = source.indexOf('>', from);
    if (end === -1) return -1;
    const quote = findQuote(source, from, end);
    if (quote === -1) return end;
    const close = source.indexOf(source.charAt(quote), quote + 1);
    if (close === -1) return -1;
    from = close + 1;
  }
}

function findQuote(source: string, from: number, end: number): number {
  for (let index = from; index < end; index++) {
    const code = source.charCodeAt(index);
    if (code === 34 || code === 39) return index;
  }
  return -1;
}
