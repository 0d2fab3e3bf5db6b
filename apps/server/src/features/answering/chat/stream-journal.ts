import type { Database } from '../../../platform/database/database.ts';
import type { MessagePart } from '../../../platform/http/message-stream.ts';
import { chatTurns } from '../../conversations/public.ts';

/** What answers have sent, kept in the database for browsers that come back to another process. */
export interface StreamJournal {
  add(turn: JournalKey, part: MessagePart): void;
  /** Ends the turn's part in it: the rows that are not written yet. Nothing of the turn is being written any more. */
  close(turn: JournalKey, last: readonly MessagePart[]): Promise<chatTurns.PartsRow[]>;
}

type JournalKey = Pick<chatTurns.PartsRow, 'accountId' | 'id' | 'attempt'>;

interface Entry {
  readonly key: JournalKey;
  sequence: number;
  pending: MessagePart[];
  /** Made, and not known to be stored. */
  rows: chatTurns.PartsRow[];
}

const newEntry = (key: JournalKey): Entry => ({ key, sequence: 0, pending: [], rows: [] });

/** All answers of this process share one statement in this time. */
const WRITE_EVERY_MS = 250;

export function createStreamJournal(
  database: Database,
  onError: (error: unknown) => void,
  everyMs = WRITE_EVERY_MS,
): StreamJournal {
  const entries = new Map<string, Entry>();
  let isScheduled = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const rows = [...entries.values()].flatMap((entry) => {
      makeRow(entry, 'more');
      return entry.rows;
    });
    if (rows.length === 0) return;
    await database.system((transaction) => chatTurns.insertParts(transaction, rows));
    const stored = new Set(rows);
    for (const entry of entries.values()) entry.rows = entry.rows.filter((row) => !stored.has(row));
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      writing = writing.then(write).catch((error: unknown) => {
        onError(error);
        // A row that is there already is not stored again.
        if (entries.size > 0) schedule();
      });
    }, everyMs).unref();
  }

  return {
    add(key, part) {
      const entry = entries.get(key.id) ?? newEntry(key);
      entries.set(key.id, entry);
      append(entry.pending, part);
      schedule();
    },
    async close(key, last) {
      const entry = entries.get(key.id) ?? newEntry(key);
      entries.delete(key.id);
      await writing;
      for (const part of last) append(entry.pending, part);
      makeRow(entry, 'all');
      return entry.rows;
    },
  };
}

/** Texts that follow each other are one part. */
function append(parts: MessagePart[], part: MessagePart): void {
  const before = parts.at(-1);
  if (part.type === 'text' && before?.type === 'text')
    parts[parts.length - 1] = { type: 'text', text: before.text + part.text };
  else parts.push(part);
}

function makeRow(entry: Entry, until: 'more' | 'all'): void {
  const parts = entry.pending;
  entry.pending = [];
  const last = parts.at(-1);
  // Models may cut a character in two; its halves are stored together.
  if (until === 'more' && last?.type === 'text' && /[\uD800-\uDBFF]$/.test(last.text)) {
    parts.pop();
    if (last.text.length > 1) parts.push({ type: 'text', text: last.text.slice(0, -1) });
    entry.pending = [{ type: 'text', text: last.text.slice(-1) }];
  }
  if (parts.length === 0) return;
  entry.rows.push({ ...entry.key, sequence: entry.sequence, parts: storableJson(parts) });
  entry.sequence += 1;
}

/** Of the same length, because positions in the text are counted: Postgres holds neither NUL nor half a character. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** How JSON writes NUL, and half a character. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** Names of what tools were given and have found, too. */
function storableJson(parts: readonly MessagePart[]): string {
  const json = JSON.stringify(parts);
  if (!UNSTORABLE.test(json)) return json;
  return JSON.stringify(parts, (_key, value: unknown) => {
    if (typeof value === 'string') return storable(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [storable(name), part]));
  });
}
