import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pid } from 'node:process';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import type pg from 'pg';
import { type PublishedStatement, STATEMENTS } from '../platform/database/database.ts';

/** One line of a recorded run: what a call of `rows` or `one` asked and what came back. */
export interface RecordedStatement {
  /** From the root of the project. */
  readonly file: string;
  /** Of the file's text, so that positions in a changed file are not believed. */
  readonly hash: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  /** Name and type (OID) of each column. */
  readonly columns: readonly (readonly [name: string, type: number])[];
  /** Columns that were null at least once. */
  readonly nulls: readonly string[];
}

interface Site extends Pick<RecordedStatement, 'file' | 'hash' | 'line' | 'column'> {
  /** By text: the columns whose nulls are recorded already. */
  readonly known: Map<string, Set<string>>;
}

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const DATABASE = '/platform/database/database.ts';
/** A statement whose text depends on the number of its values has many texts, all of one shape. */
const MOST_TEXTS = 12;
const MOST_ROWS = 100;
/** From `publish` to the caller of the caller of `rows`. */
const FRAMES = 10;

/** Records into a folder what `rows` and `one` of every transaction return, for `tools/house/rows`. Answers how to stop. */
export function recordStatements(folder: string): () => void {
  if (folder === '' || isRecording(folder)) return () => undefined;
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${pid}-${threadId}.jsonl`);
  const sites = new Map<string, Site | null>();
  const record = (message: unknown) => {
    const { text, result } = message as PublishedStatement;
    const site = callSite(sites);
    if (site === null || (site.known.size >= MOST_TEXTS && !site.known.has(text))) return;
    result.then(
      (done) => {
        const line = newFacts(site, text, done);
        if (line !== null) appendFileSync(target, `${JSON.stringify(line)}\n`);
      },
      () => undefined,
    );
  };
  subscribe(STATEMENTS, record);
  return () => {
    unsubscribe(STATEMENTS, record);
  };
}

/** A process records into a folder once, even when files of its tests load this module more than once. */
function isRecording(folder: string): boolean {
  const key = Symbol.for(`${STATEMENTS} ${folder}`);
  const holder = globalThis as { [key]?: boolean };
  const before = holder[key] === true;
  holder[key] = true;
  return before;
}

function newFacts(site: Site, text: string, { fields, rows }: pg.QueryResult): RecordedStatement | null {
  // Several statements in one text have several results; none of them has declared rows.
  if (fields === undefined || fields.length === 0) return null;
  const known = site.known.get(text);
  const seen = known ?? new Set<string>();
  const nulls = fields
    .map(({ name }) => name)
    .filter((name) => !seen.has(name))
    .filter((name) => rows.slice(0, MOST_ROWS).some((row: Record<string, unknown>) => row[name] === null));
  if (known !== undefined && nulls.length === 0) return null;
  for (const name of nulls) seen.add(name);
  site.known.set(text, seen);
  const { file, hash, line, column } = site;
  const columns = fields.map(({ name, dataTypeID }) => [name, dataTypeID] as const);
  return { file, hash, line, column, text, columns, nulls };
}

/** Who called `rows` or `one`; null: not a file of ours. Formatting a stack is slow, so each place is formatted once. */
function callSite(sites: Map<string, Site | null>): Site | null {
  const key = rawCaller();
  if (key === null) return null;
  const known = sites.get(key);
  if (known !== undefined) return known;
  const frames = withFrames(() => new Error().stack?.split('\n') ?? []);
  const site = parseFrame(callerOf(frames, (frame) => frame) ?? '');
  sites.set(key, site);
  return site;
}

/** The frame after those of this statement; further up may be those of its transaction. */
function callerOf<Frame>(frames: readonly Frame[], fileOf: (frame: Frame) => string): Frame | undefined {
  const own = frames.findIndex((frame) => fileOf(frame).includes(DATABASE));
  return frames.find((frame, place) => place > own && !fileOf(frame).includes(DATABASE));
}

function withFrames<T>(read: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  try {
    return read();
  } finally {
    Error.stackTraceLimit = before;
  }
}

/** The place in the program as it runs, without the way back to the source. */
function rawCaller(): string | null {
  const format = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, frames) => frames;
  const frames = withFrames(() => new Error().stack) as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = format;
  const caller = callerOf(frames, (frame) => frame.getFileName() ?? '');
  return caller === undefined
    ? null
    : `${caller.getFileName()}:${caller.getLineNumber()}:${caller.getColumnNumber()}`;
}

const FRAME = /\(?((?:file:\/\/)?\/[^()]+):(\d+):(\d+)\)?$/;

function parseFrame(frame: string): Site | null {
  const [, place = '', line, column] = FRAME.exec(frame) ?? [];
  const absolute = place.startsWith('file:') ? fileURLToPath(place) : place;
  const file = path.relative(ROOT, absolute);
  if (place === '' || file.startsWith('..') || file.startsWith('node_modules')) return null;
  const hash = createHash('sha256').update(readFileSync(absolute)).digest('hex').slice(0, 16);
  return { file, hash, line: Number(line), column: Number(column), known: new Map() };
}
