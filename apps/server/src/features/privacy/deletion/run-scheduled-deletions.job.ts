import { expireExports } from '../exports/exports.ts';
import { type ErasingDependencies, erasePerson } from './erase-person.ts';
import { findDuePeople } from './erasing.store.ts';

export interface ScheduledDeletionDependencies extends ErasingDependencies {
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 20;
const AFTER_FAILURE_MS = 30_000;

/** Runs scheduled deletions: users, accounts, exports. */
export function createScheduledDeletions(dependencies: ScheduledDeletionDependencies) {
  return {
    /** One pass; returns the milliseconds until something that has begun can go on. */
    async runOnce(): Promise<number | null> {
      const { database } = dependencies;
      await expireExports(dependencies);
      const due = await database.system((transaction) => findDuePeople(transaction, AT_ONCE));
      const waits: number[] = [];
      for (const userId of due) waits.push(...(await eraseOne(dependencies, userId)));
      return waits.length > 0 ? Math.min(...waits) : null;
    },
  };
}

/** One person who can't be erased must not keep the others from it. */
async function eraseOne(
  dependencies: ScheduledDeletionDependencies,
  userId: Parameters<typeof erasePerson>[1],
): Promise<number[]> {
  try {
    const outcome = await erasePerson(dependencies, userId);
    return outcome.kind === 'settling' ? [outcome.milliseconds] : [];
  } catch (error) {
    dependencies.onError(error);
    return [AFTER_FAILURE_MS];
  }
}
