import { appendFileSync } from 'node:fs';
import { env } from 'node:process';

/** `npm run chaos` sets CHAOS=long; `npm test` runs one short case of each kind. */
const isLong = env.CHAOS === 'long';

/** The size of a case: of the short run, and of the long one. */
export const sizeOf = (short: number, long: number): number => (isLong ? long : short);

/** Decides the moments and pauses of a run; printed, so that a run can be repeated with `CHAOS_SEED`. */
const SEED = Number(env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** A generator (mulberry32) of numbers from 0 up to 1; the same seed and name give the same ones. */
export function seededRandom(name: string): () => number {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), SEED) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What was done to the server, how often, and what became of the messages meanwhile. */
export interface ChaosResult {
  readonly fault: string;
  readonly times: number;
  readonly messages: number;
  readonly lost: number;
  readonly doubled: number;
  readonly unanswered: number;
  /** The answer is in doubt at a vendor that can't be asked, so a person was called. */
  readonly toPerson: number;
  readonly outOfOrder: number;
}

/** Prints a line, and keeps it for the table of `npm run chaos`. */
export function reportResult(result: ChaosResult): void {
  process.stdout.write(
    `chaos (CHAOS_SEED=${SEED}): ${result.fault}, ${result.times} times; ${result.messages} messages, ` +
      `${result.lost} lost, ${result.doubled} doubled, ${result.unanswered} unanswered, ${result.toPerson} to a person, ` +
      `${result.outOfOrder} out of order\n`,
  );
  if (env.CHAOS_REPORT) appendFileSync(env.CHAOS_REPORT, `${JSON.stringify(result)}\n`);
}
