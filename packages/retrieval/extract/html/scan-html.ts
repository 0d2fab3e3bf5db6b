import { Parser } from 'htmlparser2';
import { decodeText } from '../decode-text.ts';

type AttributesOf = Readonly<Record<string, string>>;

interface HtmlListener {
  open(name: string, attributes: AttributesOf): void;
  close(name: string): void;
  text(text: string): void;
}

interface HtmlShape {
  readonly deepest: number;
  readonly elements: number;
}

/** Deeper pages are written by machines or to do harm; parsers get slow by the square of the depth. */
const DEPTH_MAX = 800;

class TooDeep extends Error {}

/** Reads a page element by element; null when it is nested deeper than pages are. */
export function scanHtml(html: string, listeners: readonly HtmlListener[]): HtmlShape | null {
  let depth = 0;
  let deepest = 0;
  let elements = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      elements++;
      deepest = Math.max(deepest, ++depth);
      if (depth > DEPTH_MAX) throw new TooDeep();
      for (const listener of listeners) listener.open(name, attributes);
    },
    onclosetag(name) {
      depth--;
      for (const listener of listeners) listener.close(name);
    },
    ontext(text) {
      for (const listener of listeners) listener.text(text);
    },
  });
  try {
    parser.write(html);
    parser.end();
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
  return { deepest, elements };
}

const RAW = /^(?:script|style|noscript|template|title)$/;

/** The bare text of a page in one pass, for pages that are nested too deep for anything else. */
export function flattenHtml(html: string): string {
  const lower = html.toLowerCase();
  const parts: string[] = [];
  for (let at = 0; at < html.length; ) {
    const tag = html.indexOf('<', at);
    parts.push(html.slice(at, tag === -1 ? undefined : tag));
    if (tag === -1) break;
    const end = html.indexOf('>', tag);
    if (end === -1) break;
    const name = /^<([a-z][a-z0-9]*)/.exec(lower.slice(tag, tag + 40))?.[1] ?? '';
    const close = RAW.test(name) ? lower.indexOf(`</${name}`, end) : -1;
    parts.push(/^(?:a|b|i|em|strong|span|font|u|code)$/.test(name) ? '' : '\n');
    at = (close === -1 ? end : Math.max(end, close - 1)) + 1;
  }
  return parts
    .join('')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[\s]*/g, '\n')
    .trim();
}

/** Where the HTML standard looks for the encoding. */
const WINDOW = 4096;

/**
 * Text of a page: by its byte order mark, what the server said (`charset`), what its `meta` element says, else by its
 * bytes. A name that is wrong for the bytes is not believed. Null when the bytes are no text.
 */
export function decodeHtml(bytes: Uint8Array, charset: string | null = null): string | null {
  const marked = /^(?:fffe|feff|efbbbf)/.test(Buffer.from(bytes.subarray(0, 3)).toString('hex'));
  const label = marked ? null : (charset ?? readMetaCharset(bytes));
  const named = label === null ? null : decodeAs(bytes, label);
  if (named !== null) return named;
  const decoded = decodeText(bytes);
  if (decoded.kind === 'ok') return decoded.text;
  return bytes.includes(0) ? null : decodeAs(bytes, label ?? 'utf-8', false);
}

function readMetaCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, WINDOW)).toString('latin1');
  const named =
    /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})/i.exec(start)?.[1];
  // A page whose bytes could be read so far is not UTF-16, whatever it says.
  return named === undefined || /^utf-?16/i.test(named) ? null : named;
}

function decodeAs(bytes: Uint8Array, label: string, fatal = true): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal });
    // Western is what programs write when they do not know: UTF-8 never looks right by chance.
    if (fatal && decoder.encoding === 'windows-1252')
      return decodeAs(bytes, 'utf-8') ?? decoder.decode(bytes);
    const text = decoder.decode(bytes).replaceAll(/\r\n?/g, '\n');
    return decoder.encoding === 'windows-1258' ? text.normalize('NFC') : text;
  } catch (error) {
    // The decoder's ways to say that it does not know the name, or that the bytes are not in this encoding.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}
