import { guardText, LINK } from './guard-text.ts';
import type { LinkPolicy } from './link-hosts.ts';

/** Characters held back at most while an address, a link or a tag may still go on. */
export const MOST_HELD = 2_000;
/** More at once would be searched through again and again. */
const PIECE = 500;

/** Text as it may go out, while it is being written. */
export interface OutgoingGuard {
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
