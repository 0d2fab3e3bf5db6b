import type { CuratedView } from '@hanasu/contract/curated';
import type { BotId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findById } from '../bots.store.ts';
import { findCurated } from '../curated.store.ts';
import type { FindCurated } from '../find-curated.ts';
import { curatedView } from './curated-view.ts';

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
