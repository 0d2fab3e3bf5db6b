/**
 * What goes wrong: an HTTP status; `reset` and `hang` before anything was done; `reset-after-accept` and
 * `hang-after-accept` after the call was carried out, its answer lost.
 */
export type FaultEffect = number | 'reset' | 'hang' | 'reset-after-accept' | 'hang-after-accept';

export interface Fault {
  /** Exact path, or its beginning when it ends in `*`. */
  readonly path: string;
  /** Spoils only calls whose body, as it came, holds these words. */
  readonly containing?: string;
  readonly status: FaultEffect;
  /** The call is carried out all the same, and answered with `status` and `body`. */
  readonly isCarriedOut?: boolean;
  /** How many calls it spoils; 1 when absent. */
  readonly times?: number;
  /** Body of a status. The vendor tells most failures with status 200 and `{error, message}`. */
  readonly body?: unknown;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that spoils a call to `path` with this body, used up once. */
  take(path: string, body: Buffer): Fault | null;
}

export function createFaults(): Faults {
  const waiting: { readonly fault: Fault; left: number }[] = [];
  return {
    add: (fault) => void waiting.push({ fault, left: fault.times ?? 1 }),
    clear: () => void waiting.splice(0),
    take(path, body) {
      const index = waiting.findIndex(
        ({ fault }) => matches(fault.path, path) && holds(body, fault.containing),
      );
      const found = waiting[index];
      if (!found) return null;
      found.left -= 1;
      if (found.left <= 0) waiting.splice(index, 1);
      return found.fault;
    },
  };
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}

const holds = (body: Buffer, words: string | undefined): boolean =>
  words === undefined || body.includes(words);
