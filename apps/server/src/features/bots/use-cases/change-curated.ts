import type { CuratedPatch, CuratedView } from '@hanasu/contract/curated';
import type { CuratedId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findCurated, touchCurated, updateCurated } from '../curated.store.ts';
import { curatedView } from './curated-view.ts';

/** Changes a curated answer; what is left out stays as it is. */
export const changeCurated = (
  database: Database,
  { accountId }: Session,
  id: CuratedId,
  patch: CuratedPatch,
): Promise<CuratedView> =>
  database.account(accountId, async (transaction) => {
    const found = await findCurated(transaction, id);
    if (!found) throw new AppError('not_found', 'There is no such curated answer');
    await touchCurated(transaction, found.botId);
    // Read again under the lock: somebody else may have changed another part of it.
    const current = (await findCurated(transaction, id)) ?? found;
    const row = await updateCurated(transaction, id, { ...current, ...patch });
    if (!row) throw new AppError('not_found', 'There is no such curated answer');
    return curatedView(row);
  });
