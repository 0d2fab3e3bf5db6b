/**
 * What goes wrong: an HTTP status; `reset` and `hang` before anything was done; `reset-after-accept` after the call was
 * carried out, its answer lost.
 */
export type FaultEffect = number | 'reset' | 'hang' | 'reset-after-accept';

export interface Fault {
  /** Of the vendor, for example `sendMessage`. */
  readonly method: string;
  readonly status: FaultEffect;
  /** How many calls it spoils; 1 when absent. */
  readonly times?: number;
  /** Beside a status: the vendor's sentence and what goes with it; no body of the vendor's at all when absent. */
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that spoils a call, used up once. */
  take(method: string): Fault | null;
}

export function createFaults(): Faults {
  const waiting: { readonly fault: Fault; left: number }[] = [];
  return {
    add: (fault) => void waiting.push({ fault, left: fault.times ?? 1 }),
    clear: () => void waiting.splice(0),
    take(method) {
      const index = waiting.findIndex(({ fault }) => fault.method === method);
      const found = waiting[index];
      if (!found) return null;
      found.left -= 1;
      if (found.left <= 0) waiting.splice(index, 1);
      return found.fault;
    },
  };
}
