import type { VendorMessage } from '../../spec/channel.ts';
import type { OutgoingLook, OutgoingPart } from '../../spec/outgoing.ts';
import { LINE_LIMITS } from '../limits.ts';
import { markdownToText } from './markdown-to-text.ts';
import { splitText } from './split-text.ts';

const { textLength, messagesPerSend } = LINE_LIMITS;
/** Twice what one send can hold; marks take the rest. */
const MOST_READ = 2 * textLength * messagesPerSend;

type Answer = OutgoingPart & { readonly kind: 'answer' };

/** At most 5 messages for one send. */
export function toMessages(parts: readonly OutgoingPart[], _look: OutgoingLook): VendorMessage[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case 'answer':
        return answerMessages(part);
      case 'text':
        return plainMessages(part.text);
      case 'ask-details':
        return plainMessages(part.text);
      case 'location':
        return plainMessages([part.title, part.address].filter(Boolean).join('\n'));
      case 'sticker':
        return [{ type: 'sticker', packageId: part.packageId, stickerId: part.stickerId }];
      default:
        return plainMessages(`${part.name}\n${part.url}`);
    }
  });
}

/**
 * An answer as text messages for one send: at most 5 of at most 5,000 UTF-16 units, the last one ending in the
 * sources. An answer longer than that ends in `…`. Empty only for blank markdown.
 */
function answerMessages(answer: Answer): VendorMessage[] {
  const markdown = answer.markdown.trim().slice(0, MOST_READ).toWellFormed().replaceAll(/\r\n?/g, '\n');
  if (markdown === '') return [];
  const hidden = answer.showSources ? [] : answer.sources.map((source) => source.number);
  // What is nothing but marks (`***`, `<br>`) goes out as it is rather than not at all.
  const text = readMarkdown(markdown, new Set(hidden)) || markdown;
  const pieces = withSources(splitText(text, textLength), sourcesBlock(answer));
  return pieces.map((piece) => ({ type: 'text', text: piece }));
}

/** A person's own words as text messages, unchanged; what is longer than one send ends in `…`. */
function plainMessages(text: string): VendorMessage[] {
  const words = text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim();
  if (words === '') return [];
  return capped(splitText(words, textLength), messagesPerSend).map((piece) => ({
    type: 'text',
    text: piece,
  }));
}

/** A model caught in a loop can nest deeper than a parser can follow; its words are then sent as they are. */
function readMarkdown(markdown: string, hidden: ReadonlySet<number>): string {
  try {
    return markdownToText(markdown, hidden);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

function withSources(pieces: readonly string[], sources: string): string[] {
  if (sources === '') return capped(pieces, messagesPerSend);
  const last = pieces.at(-1) ?? '';
  const joined = `${last}\n\n${sources}`;
  if (pieces.length <= messagesPerSend && joined.length <= textLength)
    return [...pieces.slice(0, -1), joined];
  return [...capped(pieces, messagesPerSend - 1), sources];
}

function capped(pieces: readonly string[], most: number): string[] {
  if (pieces.length <= most) return [...pieces];
  const kept = pieces.slice(0, most);
  return [...kept.slice(0, -1), shortened(kept.at(-1) ?? '', textLength)];
}

/** `text` with `…` behind it, within `limit`. */
function shortened(text: string, limit: number): string {
  return `${splitText(text, limit - 1)[0] ?? ''}…`;
}

/** Sources are numbered by what `[1]` in the text points to. */
function sourcesBlock({ showSources, sources, sourcesLabel }: Answer): string {
  if (!showSources || sources.length === 0) return '';
  const lines = sources.map(({ number, title, page }) =>
    [`[${number}]`, oneLine(title), page === null ? '' : `p.${page}`].filter(Boolean).join(' '),
  );
  const block = `${oneLine(sourcesLabel)}:${lines.length === 1 ? ' ' : '\n'}${lines.join('\n')}`;
  return block.length <= textLength ? block : shortened(block, textLength);
}

function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ').trim();
}
