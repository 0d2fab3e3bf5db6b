import type { Conflict } from '../domain/find-conflicts.ts';

interface Known {
  readonly state: string;
  readonly conflicts: Promise<readonly Conflict[]>;
}

/** Conflicts of the bases that were asked for last, each for one state of its documents. */
export interface ConflictCache {
  /** What is known of this state, or else what `find` gives; several who ask at once wait for the same. */
  get(baseId: string, state: string, find: () => Promise<readonly Conflict[]>): Promise<readonly Conflict[]>;
}

const BASES_MAX = 200;

export function createConflictCache(): ConflictCache {
  const bases = new Map<string, Known>();
  return {
    get(baseId, state, find) {
      const known = bases.get(baseId);
      bases.delete(baseId);
      const current = known?.state === state ? known : { state, conflicts: find() };
      bases.set(baseId, current);
      current.conflicts.catch(() => {
        if (bases.get(baseId) === current) bases.delete(baseId);
      });
      const [oldest] = bases.keys();
      if (bases.size > BASES_MAX && oldest !== undefined) bases.delete(oldest);
      return current.conflicts;
    },
  };
}
