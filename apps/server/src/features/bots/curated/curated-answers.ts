import * as contract from '@hanasu/contract/curated';
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
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { findById } from '../config/bots.store.ts';
import {
  type CuratedRow,
  countCurated,
  deleteCurated as deleteRow,
  findCurated,
  insertCurated,
  listCurated,
  touchCurated,
  updateCurated,
} from './curated.store.ts';
import type { FindCurated } from './find-curated.ts';

interface CuratedDependencies {
  readonly database: Database;
  readonly find: FindCurated;
}

export function addCuratedRoutes(implement: Implement, dependencies: CuratedDependencies): void {
  const { database } = dependencies;
  implement(contract.listCurated, ({ params, query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      if (!(await findById(transaction, params.uuid))) throw new AppError('not_found', 'Bot not found');
      const { q, page, pageSize } = query;
      const filter = { botId: params.uuid, q, limit: pageSize, offset: (page - 1) * pageSize };
      const { rows, total } = await listCurated(transaction, filter);
      return { items: rows.map(curatedView), total, page, pageSize };
    }),
  );
  implement(contract.createCurated, ({ params, body }, { session }) =>
    createCurated(database, { session, botId: params.uuid }, body),
  );
  implement(contract.tryCurated, ({ params, body }, { session }) =>
    tryCurated(dependencies, { session, botId: params.uuid }, body.message),
  );
  implement(contract.updateCurated, ({ params, body }, { session }) =>
    changeCurated(database, { session, id: params.uuid }, body),
  );
  implement(contract.deleteCurated, async ({ params }, { session }) => {
    await deleteCurated(database, session, params.uuid);
    return undefined;
  });
}

/** Writes an answer that the bot gives at once, without being published again. */
const createCurated = (
  database: Database,
  { session: { accountId }, botId }: { readonly session: Session; readonly botId: BotId },
  input: CuratedInput,
): Promise<CuratedView> =>
  database.account(accountId, async (transaction) => {
    // Also the lock under which they are counted.
    if (!(await touchCurated(transaction, botId))) throw new AppError('not_found', 'Bot not found');
    if ((await countCurated(transaction, botId)) >= CURATED_MAX)
      throw new AppError('too_many_curated', `A bot may have ${CURATED_MAX} curated answers`);
    const row = await insertCurated(transaction, newId<CuratedId>(), botId, input);
    if (!row) throw new Error('the curated answer was not stored');
    return curatedView(row);
  });

/** Changes a curated answer; what is left out stays as it is. */
const changeCurated = (
  database: Database,
  { session: { accountId }, id }: { readonly session: Session; readonly id: CuratedId },
  patch: CuratedPatch,
): Promise<CuratedView> =>
  database.account(accountId, async (transaction) => {
    const found = await findCurated(transaction, id);
    if (!found) throw new AppError('not_found', 'Curated answer not found');
    await touchCurated(transaction, found.botId);
    // Read again under the lock: somebody else may have changed another part of it.
    const current = (await findCurated(transaction, id)) ?? found;
    const row = await updateCurated(transaction, id, { ...current, ...patch });
    if (!row) throw new AppError('not_found', 'Curated answer not found');
    return curatedView(row);
  });

const deleteCurated = (
  database: Database,
  { accountId, userId, address }: Actor,
  id: CuratedId,
): Promise<void> =>
  database.account(accountId, async (transaction) => {
    const found = await findCurated(transaction, id);
    const bot = found && (await touchCurated(transaction, found.botId));
    if (!found || !bot || (await deleteRow(transaction, id)) === 0)
      throw new AppError('not_found', 'Curated answer not found');
    const data = { uuid: id, botUuid: found.botId, question: found.questions[0] ?? '' };
    await recordAudit(transaction, { userId, address, action: 'curated.deleted', target: bot.name, data });
  });

/** Which curated answer a message would get. */
async function tryCurated(
  { database, find }: { readonly database: Database; readonly find: FindCurated },
  { session: { accountId }, botId }: { readonly session: Session; readonly botId: BotId },
  message: string,
): Promise<{ curated: CuratedView | null }> {
  const bot = await database.account(accountId, (transaction) => findById(transaction, botId));
  if (!bot) throw new AppError('not_found', 'Bot not found');
  if (!bot.curatedAt) return { curated: null };
  const match = await find({ accountId, botId, curatedAt: bot.curatedAt }, message);
  if (!match) return { curated: null };
  const row = await database.account(accountId, (transaction) => findCurated(transaction, match.id));
  return { curated: row ? curatedView(row) : null };
}

/** A curated answer as the API shows it. */
const curatedView = (row: CuratedRow): CuratedView => ({
  uuid: row.id,
  botUuid: row.botId,
  questions: row.questions,
  answer: row.answer,
  enabled: row.enabled,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
