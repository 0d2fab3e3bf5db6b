import {
  CURATED_MAX,
  type CuratedInput,
  type CuratedPatch,
  type CuratedView,
} from '@hanasu/contract/curated';
import type { BotId, CuratedId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { findById } from '../bots.store.ts';
import {
  countCurated,
  deleteCurated as deleteRow,
  findCurated,
  insertCurated,
  touchCurated,
  updateCurated,
} from '../curated.store.ts';
import type { FindCurated } from '../find-curated.ts';
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

export const deleteCurated = (
  database: Database,
  { accountId, userId, address }: Actor,
  id: CuratedId,
): Promise<void> =>
  database.account(accountId, async (transaction) => {
    const found = await findCurated(transaction, id);
    const bot = found && (await touchCurated(transaction, found.botId));
    if (!found || !bot || (await deleteRow(transaction, id)) === 0)
      throw new AppError('not_found', 'There is no such curated answer');
    const data = { uuid: id, botUuid: found.botId, question: found.questions[0] ?? '' };
    await recordAudit(transaction, { userId, address, action: 'curated.deleted', target: bot.name, data });
  });

/** Which curated answer a message would get. */
export async function tryCurated(
  { database, find }: { readonly database: Database; readonly find: FindCurated },
  { accountId }: Session,
  botId: BotId,
  message: string,
): Promise<{ curated: CuratedView | null }> {
  const bot = await database.account(accountId, (transaction) => findById(transaction, botId));
  if (!bot) throw new AppError('not_found', 'There is no such bot');
  if (!bot.curatedAt) return { curated: null };
  const match = await find({ accountId, botId, curatedAt: bot.curatedAt }, message);
  if (!match) return { curated: null };
  const row = await database.account(accountId, (transaction) => findCurated(transaction, match.id));
  return { curated: row ? curatedView(row) : null };
}
