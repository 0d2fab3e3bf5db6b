import { Parser } from 'htmlparser2';

type AttributesOf = Readonly<Record<string, string>>;

export interface HtmlListener {
  open(name: string, attributes: AttributesOf): void;
  close(name: string): void;
  text(text: string): void;
}

export interface HtmlShape {
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
