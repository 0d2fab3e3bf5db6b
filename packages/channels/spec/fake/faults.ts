/** Faults to come, in the order they were added. `Call` is what a fault is chosen by. */
export interface Faults<Fault, Call> {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that spoils this call, used up once. */
  take(call: Call): Fault | null;
}

/** A fault spoils one call, or `times` calls. */
export function createFaults<Fault extends { readonly times?: number }, Call>(
  spoils: (fault: Fault, call: Call) => boolean,
): Faults<Fault, Call> {
  const waiting: { readonly fault: Fault; left: number }[] = [];
  return {
    add: (fault) => void waiting.push({ fault, left: fault.times ?? 1 }),
    clear: () => void waiting.splice(0),
    take(call) {
      const index = waiting.findIndex(({ fault }) => spoils(fault, call));
      const found = waiting[index];
      if (!found) return null;
      found.left -= 1;
      if (found.left <= 0) waiting.splice(index, 1);
      return found.fault;
    },
  };
}

/** Which calls to paths of an API a fault spoils. */
export interface PathFault {
  /** Exact path, or its beginning when it ends in `*`. */
  readonly path: string;
  /** Spoils only calls whose body, as it came, holds these words. */
  readonly containing?: string;
}

export interface PathCall {
  readonly path: string;
  readonly body: Buffer;
}

export const spoilsPath = (fault: PathFault, { path, body }: PathCall): boolean =>
  matches(fault.path, path) && (fault.containing === undefined || body.includes(fault.containing));

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}
