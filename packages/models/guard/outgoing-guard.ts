import { guardText, LINK } from './guard-text.ts';
import { createLeakDetector, type ProtectedIndex } from './leak-detector.ts';
import type { LinkPolicy } from './link-hosts.ts';

/** Characters held back at most while an address, a link or a tag may still go on. */
export const MOST_HELD = 2_000;
/** More at once would be searched through again and again. */
const PIECE = 500;

/** Text as it may go out, while it is being written. */
interface OutgoingGuard {
  push(text: string): string;
  /** What is left at the end. */
  end(): string;
}

/**
 * `guardText` on a stream: what goes out is cut between words only, so that an address which comes in pieces is judged
 * as a whole. A run without an end goes out with nothing of it a link.
 */
export function createOutgoingGuard(policy: LinkPolicy): OutgoingGuard {
  let held = '';
  /** The run that is held was too long: the rest of it is taken apart as well. */
  let isTakenApart = false;
  const release = (length: number): string => {
    const ready = held.slice(0, length);
    held = held.slice(length);
    if (!isTakenApart) return guardText(ready, policy);
    const [start = ''] = /^[^\s]*/.exec(ready) ?? [];
    if (start.length < ready.length) isTakenApart = false;
    return takenApart(start) + guardText(ready.slice(start.length), policy);
  };
  const take = (piece: string): string => {
    held += piece;
    const cut = placeToCut(held);
    const ready = cut > 0 ? release(cut) : '';
    if (held.length <= MOST_HELD) return ready;
    const begun = release(held.length - (/\S*$/.exec(held)?.[0].length ?? 0));
    isTakenApart = true;
    return ready + begun + release(held.length);
  };
  return {
    push(text) {
      let out = '';
      for (let at = 0; at < text.length; at += PIECE) out += take(text.slice(at, at + PIECE));
      return out;
    },
    end: () => release(held.length),
  };
}

const takenApart = (run: string): string =>
  run
    .replaceAll(/[:\\/]{2,}/g, ' ')
    .replaceAll(/[.．｡。](?=\S)/g, ' . ')
    .replaceAll('@', ' @ ')
    .replaceAll(/\](?=[(:])/g, '] ')
    .replaceAll('<', '‹')
    .replaceAll(/[&\\*_~`]/g, ' ');

const BREAKS = /[\s、，！？」』】）〉》；：]|。(?=[^a-z0-9])/gi;
/** A link, a definition or a tag that has begun and isn't closed yet. */
const OPEN = /!*\[[^[\]]{0,500}(?:\](?:\((?:[^()]|\([^()]*\))*|:\s*\S*)?)?$|<(?:[a-z!?/][^<>]*)?$/i;

const CLOSED = new RegExp(`${LINK.source}|\\[[^[\\]]{0,500}\\](?::\\s*\\S*)?|<[a-z!?/][^<>]*>`, 'gi');

/** How much of the text nothing that follows can change: up to the last space or mark outside of links and tags. */
function placeToCut(text: string): number {
  const from = Math.max(0, text.length - MOST_HELD);
  const open = OPEN.exec(text.slice(from));
  let cut = lastBreak(open ? text.slice(0, from + open.index) : text);
  for (const { index, 0: whole } of [...text.matchAll(CLOSED)].reverse())
    if (index < cut && cut < index + whole.length) cut = lastBreak(text.slice(0, index));
  return cut;
}

function lastBreak(text: string): number {
  let end = 0;
  for (const { index, 0: sign } of text.matchAll(BREAKS)) end = index + sign.length;
  return end;
}

export interface JsonGuardRules {
  readonly links: LinkPolicy;
  readonly protectedTexts: ProtectedIndex;
  /** Texts of the caller's own schema: names of members and values that are offered to choose from stay as they are. */
  readonly ownTexts: ReadonlySet<string>;
}

/** `whole`: one JSON object. `other`: a text that is none. `broken`: an object that is cut off or not valid. */
export type JsonEnding = 'whole' | 'other' | 'broken';

/** JSON as it may go out, while it is being written. */
export interface JsonGuard {
  push(text: string): string;
  end(): { readonly rest: string; readonly ending: JsonEnding };
  readonly hasLeaked: boolean;
}

/**
 * What leaks are looked for in, and links are guarded in, is the text of each string, without JSON's escapes; what goes
 * out is escaped again, so it stays JSON. A fence around the object is left out. Of a text that is no object nothing goes
 * out before the end.
 */
export function createJsonGuard({ links, protectedTexts, ownTexts }: JsonGuardRules): JsonGuard {
  const reader = createJsonReader();
  const leaks = createLeakDetector(protectedTexts);
  const own = [...ownTexts];
  let isString = false;
  /** The beginning of a string that may still be one of the caller's own. */
  let begun: string | null = null;
  let guard: OutgoingGuard | null = null;
  let shown = '';

  function guarded(text: string): string {
    if (guard) return escapeJson(guard.push(text));
    const start = (begun ?? '') + text;
    begun = start;
    if (own.some((one) => one.startsWith(start))) return '';
    guard = createOutgoingGuard(links);
    return escapeJson(guard.push(start));
  }
  function closeString(): string {
    const isOwn = guard === null && ownTexts.has(begun ?? '');
    const rest = isOwn
      ? (begun ?? '')
      : guardRest(guard ?? createOutgoingGuard(links), guard ? '' : (begun ?? ''));
    begun = null;
    guard = null;
    return escapeJson(rest);
  }
  function show(marked: string): string {
    let out = '';
    for (const [index, piece] of marked.split('"').entries()) {
      if (index > 0) {
        out += isString ? `${closeString()}"` : '"';
        isString = !isString;
      }
      if (piece !== '') out += isString ? guarded(unmarked(piece)) : piece;
    }
    shown += out;
    return out;
  }
  return {
    push: (text) => show(leaks.push(reader.push(text))),
    end() {
      if (reader.phase === 'before' || reader.phase === 'other') {
        const text = leaks.push(reader.lead) + leaks.end();
        return { rest: guardRest(createOutgoingGuard(links), text), ending: 'other' };
      }
      const rest = show(leaks.end());
      return { rest, ending: reader.phase === 'after' && isJson(shown) ? 'whole' : 'broken' };
    },
    get hasLeaked() {
      return leaks.hasLeaked;
    },
  };
}

const guardRest = (guard: OutgoingGuard, text: string): string => guard.push(text) + guard.end();

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Characters that JSON escapes, while a quotation mark is the end of a string: private ones, which are no letters. */
const MARKED = 0xe000;
const needsEscape = (character: string): boolean =>
  character < ' ' || character === '"' || character === '\\';
const marked = (character: string): string => {
  if (needsEscape(character)) return String.fromCharCode(MARKED + character.charCodeAt(0));
  return /[\ue000-\ue07f]/.test(character) ? '\ufffd' : character;
};
const unmarked = (text: string): string =>
  text.replaceAll(/[\ue000-\ue07f]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - MARKED));

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const FENCE = /^\s*(?:`{1,3}[a-z]{0,10}\s*)?$/i;
/** Punctuation, numbers, `true`, `false` and `null`. */
const OUTSIDE_OF_STRINGS = /[\s{}[\],:+\-.\dEaeflnrstu]/;

interface JsonReader {
  /** Gives the object with its strings unescaped: what would need an escape is `marked`. */
  push(text: string): string;
  /** `other`: it does not begin with an object. `broken`: a character that is no JSON. */
  readonly phase: 'before' | 'inside' | 'after' | 'other' | 'broken';
  /** What stood before the object, or stands in its place. */
  readonly lead: string;
}

function createJsonReader(): JsonReader {
  let phase: JsonReader['phase'] = 'before';
  let lead = '';
  let depth = 0;
  let isString = false;
  let escaped = '';

  function readBefore(character: string): string {
    if (character === '{' && FENCE.test(lead)) {
      phase = 'inside';
      depth = 1;
      return character;
    }
    lead += character;
    if (!FENCE.test(lead)) phase = 'other';
    return '';
  }
  function readString(character: string): string {
    if (escaped !== '') {
      escaped += character;
      if (escaped[1] === 'u' && escaped.length < 6) return '';
      const code = escaped[1] === 'u' ? Number.parseInt(escaped.slice(2), 16) : Number.NaN;
      escaped = '';
      return marked(Number.isNaN(code) ? (ESCAPES[character] ?? character) : String.fromCharCode(code));
    }
    if (character === '\\') escaped = character;
    else if (character === '"') isString = false;
    else return marked(character);
    return isString ? '' : character;
  }
  function readOutside(character: string): string {
    if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (!OUTSIDE_OF_STRINGS.test(character)) {
      phase = 'broken';
      return '';
    }
    if (depth === 0) phase = 'after';
    return character;
  }
  return {
    push(text) {
      let out = '';
      for (let at = 0; at < text.length; at += 1) {
        const character = text[at] ?? '';
        if (phase === 'before') out += readBefore(character);
        else if (phase === 'inside') out += isString ? readString(character) : readOutside(character);
        else if (phase === 'other') lead += character;
      }
      return out;
    },
    get phase() {
      return phase;
    },
    get lead() {
      return lead;
    },
  };
}
