import { decodeText } from '@hanasu/retrieval/extract/decode-text';
import { readHtml } from '@hanasu/retrieval/extract/html/read-html';
import type { PageReading } from '../domain/page-reading.ts';

/** What the parent asks of its child, one after the other. */
export interface PageTask {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly charset: string | null;
}
export interface PageAnswer {
  readonly id: number;
  readonly reading: PageReading | null;
}

const HEAD_BYTES = 4096;
const LINKS_MAX = 5_000;
const TITLE_LENGTH = 1_000;

/** As browsers do it: the mark at the beginning, what the server says, what the page says, then a guess. */
function decode(bytes: Uint8Array, charset: string | null): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const said = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1] ?? null;
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
  for (const label of [marked, charset, said]) {
    const text = label === null ? null : decodeAs(bytes, label);
    if (text !== null) return text;
  }
  const guessed = decodeText(bytes);
  return guessed.kind === 'ok' ? guessed.text : new TextDecoder().decode(bytes);
}

/** Null: no such encoding, or the bytes are not in it. */
function decodeAs(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

function read({ bytes, url, charset }: PageTask): PageReading {
  const { title, canonical, links, robots, text } = readHtml(decode(bytes, charset), { url });
  return {
    title: title?.slice(0, TITLE_LENGTH) ?? null,
    canonical,
    links: links.slice(0, LINKS_MAX),
    robots: { noindex: robots.noindex, nofollow: robots.nofollow },
    text,
  };
}

// A page that throws ends the process; the parent takes that as "not read" and starts another for the next.
process.on('message', (task: PageTask) => {
  process.send?.({ id: task.id, reading: read(task) } satisfies PageAnswer);
});
// Without its parent nobody waits for the result.
process.once('disconnect', () => process.exit(0));
