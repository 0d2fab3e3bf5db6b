// Loaded before the program (`--import`), in each of its threads: notes which of our functions run, in the order of their
// first call, into the file `HANASU_TRACE`. When `HANASU_TRACE.epoch` changes, every function counts as new.
import { appendFileSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import { functionsOf } from './syntax.ts';

const EPOCH_MS = 10;
const ROOT = path.resolve(import.meta.dirname, '../../..');
const OURS = /^(?:apps\/server\/src|packages)\//;
const trace = env.HANASU_TRACE ?? '';
const seen = new Set<string>();
let epoch = '';

function readEpoch(): void {
  let next = '';
  try {
    next = readFileSync(`${trace}.epoch`, 'utf8');
  } catch {
    // Not written yet.
  }
  if (next !== epoch) seen.clear();
  epoch = next;
}

Object.assign(globalThis, {
  hanasuRan(file: string, place: number) {
    const name = `${file}:${place}`;
    if (seen.has(name)) return;
    seen.add(name);
    const at = performance.timeOrigin + performance.now();
    appendFileSync(trace, `${epoch}\t${at}\t${file}\t${place}\t${threadId}\n`);
  },
});

/** The text with a call at the beginning of every function. */
function withCalls(file: string, text: string): string {
  const pieces = functionsOf(file, text).flatMap(({ body }) => {
    const call = `hanasuRan(${JSON.stringify(file)}, ${body.start})`;
    return body.isBlock
      ? [{ at: body.start + 1, text: `${call};` }]
      : [
          { at: body.start, text: `(${call}, ` },
          { at: body.end, text: ')' },
        ];
  });
  let result = '';
  let from = 0;
  // At one place an inner end comes before an outer one: both are ')'.
  for (const piece of pieces.sort((one, other) => one.at - other.at)) {
    result += text.slice(from, piece.at) + piece.text;
    from = piece.at;
  }
  return result + text.slice(from);
}

if (trace) {
  setInterval(readEpoch, EPOCH_MS).unref();
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return loaded;
      const file = path.relative(ROOT, fileURLToPath(url));
      if (!OURS.test(file) || loaded.source == null) return loaded;
      return {
        ...loaded,
        source: withCalls(file, Buffer.from(loaded.source as Uint8Array).toString('utf8')),
      };
    },
  });
}
