import { setTimeout as sleep } from 'node:timers/promises';

interface OpenLoopOptions {
  readonly perSecond: number;
  /** Whether the loop ends before the call with this index (from 0). */
  readonly isOver: (index: number) => boolean;
}

interface OpenLoop {
  /** Milliseconds from each call's scheduled moment until its end. */
  readonly took: readonly number[];
  /** Milliseconds by which each call began after its scheduled moment: the delay of this process itself. */
  readonly late: readonly number[];
}

/**
 * Calls `act` at fixed moments whether earlier calls have ended or not, and resolves when all have ended. The time of a
 * call that begins late includes its delay; that of one that begins early (by less than a millisecond, the timer's step)
 * runs from its begin. A call that fails ends the loop, which then rejects with its error.
 */
export async function openLoop(
  { perSecond, isOver }: OpenLoopOptions,
  act: (index: number) => Promise<unknown>,
): Promise<OpenLoop> {
  const startsAt = performance.now();
  const [took, late]: [number[], number[]] = [[], []];
  const running: Promise<void>[] = [];
  const failures: unknown[] = [];
  for (let index = 0; failures.length === 0 && !isOver(index); index += 1) {
    const due = startsAt + (index * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait >= 1) await sleep(Math.floor(wait));
    const begunAt = performance.now();
    late.push(Math.max(0, begunAt - due));
    const call = act(index).then(() => void took.push(performance.now() - Math.min(due, begunAt)));
    running.push(call.catch((error: unknown) => void failures.push(error)));
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return { took, late };
}
