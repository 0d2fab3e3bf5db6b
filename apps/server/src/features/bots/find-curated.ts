import { setImmediate } from 'node:timers/promises';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { type CuratedRow, listEnabledCurated } from './curated.store.ts';
import { type CuratedMatcher, prepareCurated } from './domain/match-curated.ts';

/** Which bot, and when its answers changed last: a copy that is older is read again. */
export interface CuratedKey {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly curatedAt: string;
}

/** The answer that a person has written for this very question; null when nobody has. */
export type FindCurated = (
  key: CuratedKey,
  message: string,
) => Promise<Pick<CuratedRow, 'id' | 'answer'> | null>;

interface Copy {
  readonly curatedAt: string;
  readonly matcher: Promise<CuratedMatcher<CuratedRow>>;
}

const MOST_COPIES = 200;

/** Keeps a prepared copy for each of the bots that were asked last. */
export function createFindCurated(database: Database): FindCurated {
  const copies = new Map<string, Copy>();

  function prepare({ accountId, botId }: CuratedKey): Promise<CuratedMatcher<CuratedRow>> {
    return database
      .account(accountId, (transaction) => listEnabledCurated(transaction, botId))
      .then((rows) =>
        prepareCurated(
          rows.map((row) => ({ id: row, questions: row.questions })),
          () => setImmediate(),
        ),
      );
  }

  function copyOf(key: CuratedKey): Copy {
    const name = `${key.accountId}/${key.botId}`;
    const known = copies.get(name);
    copies.delete(name);
    const isCurrent = known?.curatedAt === key.curatedAt;
    const copy = isCurrent ? known : { curatedAt: key.curatedAt, matcher: prepare(key) };
    // A copy that couldn't be read is not kept.
    if (!isCurrent) copy.matcher.catch(() => copies.get(name) === copy && copies.delete(name));
    copies.set(name, copy);
    if (copies.size > MOST_COPIES) copies.delete(copies.keys().next().value ?? '');
    return copy;
  }

  return async (key, message) => (await copyOf(key).matcher)(message);
}
