import { Parser } from 'htmlparser2';

/** Where a page's script puts text that stands elsewhere in its HTML. */
interface Move {
  /** Id of the element whose contents are shown. */
  readonly from: string;
  /** Id of the element that marks the place. */
  readonly to: string;
  /** What else is replaced: up to the end of React's boundary, or up to a comment; else the marking element alone. */
  readonly until: 'boundary' | 'comment' | 'element';
}

/** How programs call the script that shows what they sent later. */
const CALLS: readonly { readonly call: RegExp; readonly move: (args: string[]) => Move }[] = [
  // React 18 and 19, also within Next.js and Remix: `$RC("B:0","S:0")`, with style sheets `$RR`.
  {
    call: /\$R[CR]\(\s*["']([^"']+)["']\s*,\s*["']([^"']+)["']/g,
    move: ([to = '', from = '']) => ({ from, to, until: 'boundary' }),
  },
  // A part of one that was sent later still: `$RS("S:1","P:1")`.
  {
    call: /\$RS\(\s*["']([^"']+)["']\s*,\s*["']([^"']+)["']/g,
    move: ([from = '', to = '']) => ({ from, to, until: 'element' }),
  },
  // Solid: `$df("0-0")` moves `<template id="0-0">` to `<template id="pl-0-0">…<!--pl-0-0-->`.
  {
    call: /\$df\(\s*["']([^"']+)["']/g,
    move: ([id = '']) => ({ from: id, to: `pl-${id}`, until: 'comment' }),
  },
  // Marko: `$af(0)` moves `af0` to `afph0`.
  {
    call: /\$af\(\s*["']?([\w-]+)["']?/g,
    move: ([id = '']) => ({ from: `af${id}`, to: `afph${id}`, until: 'element' }),
  },
];

/** React's script in a file of its own reads its instructions from attributes. */
function moveOfAttributes(attributes: Readonly<Record<string, string>>): Move | null {
  const from = attributes['data-sid'];
  if (from === undefined) return null;
  if (attributes['data-rsi'] !== undefined && attributes['data-pid'] !== undefined)
    return { from, to: attributes['data-pid'], until: 'element' };
  const isBoundary = attributes['data-rci'] !== undefined || attributes['data-rri'] !== undefined;
  return isBoundary && attributes['data-bid'] !== undefined
    ? { from, to: attributes['data-bid'], until: 'boundary' }
    : null;
}

const MAY_STREAM = /\$R[CRS]\(|\$df\(|\$af\(|data-(?:rci|rri|rsi)\b/;
const MOVES_MAX = 1000;
const COMMENTS_MAX = 20_000;

/** Offsets: `start` of the start tag, `inside` to `end` what it holds, `after` its end tag. */
interface Place {
  readonly start: number;
  readonly inside: number;
  end: number;
  after: number;
}

interface Layout {
  readonly moves: readonly Move[];
  readonly places: ReadonlyMap<string, Place>;
  readonly comments: readonly { readonly text: string; readonly start: number; readonly end: number }[];
}

/**
 * A page with what its own script would show put where it shows it, in place of what stood there meanwhile. Only what a
 * script of the page names is moved: other hidden elements stay hidden.
 */
export function showStreamed(html: string): string {
  if (!MAY_STREAM.test(html)) return html;
  const layout = readLayout(html);
  const edits = editsOf(layout);
  return edits.length === 0 ? html : rewrite(html, edits, { from: 0, to: html.length });
}

function readLayout(html: string): Layout {
  const places = new Map<string, Place>();
  const comments: { text: string; start: number; end: number }[] = [];
  const moves: Move[] = [];
  const open: (Place | null)[] = [];
  let script = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      script = name === 'script';
      const move = moveOfAttributes(attributes);
      if (move) moves.push(move);
      const { id } = attributes;
      const place = { start: parser.startIndex, inside: parser.endIndex + 1, end: 0, after: 0 };
      const isKept = id !== undefined && id !== '' && !places.has(id);
      if (isKept) places.set(id, place);
      open.push(isKept ? place : null);
    },
    onclosetag() {
      script = false;
      const place = open.pop();
      if (!place) return;
      place.end = Math.max(place.inside, parser.startIndex);
      place.after = Math.max(place.inside, parser.endIndex + 1);
    },
    ontext(text) {
      if (!script || moves.length > MOVES_MAX) return;
      for (const { call, move } of CALLS)
        for (const [, ...args] of text.matchAll(call)) moves.push(move(args));
    },
    oncomment(text) {
      if (comments.length < COMMENTS_MAX)
        comments.push({ text: text.trim(), start: parser.startIndex, end: parser.endIndex + 1 });
    },
  });
  parser.write(html);
  parser.end();
  return { moves, places, comments };
}

interface Edit {
  /** What is replaced. */
  readonly start: number;
  readonly end: number;
  /** What is shown instead. */
  readonly from: number;
  readonly to: number;
}

function editsOf({ moves, places, comments }: Layout): Edit[] {
  const taken = new Set<string>();
  return moves
    .flatMap((move): Edit[] => {
      const source = places.get(move.from);
      const target = places.get(move.to);
      if (!source || !target || taken.has(move.from) || taken.has(move.to)) return [];
      taken.add(move.from).add(move.to);
      const end = endOf(move, target, comments);
      // A place within the text that is to be moved there would never end.
      const isInside = target.start >= source.start && target.start < source.after;
      return isInside || end <= target.start
        ? []
        : [{ start: target.start, end, from: source.inside, to: source.end }];
    })
    .sort((one, other) => one.start - other.start);
}

function endOf({ until, to }: Move, target: Place, comments: Layout['comments']): number {
  if (until === 'element') return target.after;
  let depth = 0;
  for (const { text, start, end } of comments) {
    if (start < target.after) continue;
    if (until === 'comment') {
      if (text === to) return end;
    } else if (/^\$[?!~]?$/.test(text)) depth++;
    else if (text === '/$' && depth-- === 0) return start;
  }
  // Some servers take comments out: what stood there meanwhile stays.
  return target.after;
}

const DEPTH_MAX = 40;

function rewrite(
  html: string,
  edits: readonly Edit[],
  { from, to, depth = 0 }: { readonly from: number; readonly to: number; readonly depth?: number },
): string {
  if (depth > DEPTH_MAX) return '';
  let at = from;
  let out = '';
  for (const edit of edits) {
    if (edit.start < at || edit.end > to) continue;
    out +=
      html.slice(at, edit.start) + rewrite(html, edits, { from: edit.from, to: edit.to, depth: depth + 1 });
    at = edit.end;
  }
  return out + html.slice(at, to);
}
