import { CURATED_MAX, type CuratedInput, type CuratedView } from '@hanasu/contract/curated';
import type { BotId, CuratedId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { countCurated, insertCurated, touchCurated } from '../curated.store.ts';
import { curatedView } from './curated-view.ts';

/** Writes an answer that the bot gives at once, without being published again. */
export const createCurated = (
  database: Database,
  { accountId }: Session,
  botId: BotId,
  input: CuratedInput,
): Promise<CuratedView> =>
  database.account(accountId, async (transaction) => {
    // Also the lock under which they are counted.
    if (!(await touchCurated(transaction, botId))) throw new AppError('not_found', 'There is no such bot');
    if ((await countCurated(transaction, botId)) >= CURATED_MAX)
      throw new AppError('too_many_curated', `A bot may have ${CURATED_MAX} curated answers`);
    const row = await insertCurated(transaction, newId<CuratedId>(), botId, input);
    if (!row) throw new Error('the curated answer was not stored');
    return curatedView(row);
  });
