import type { CuratedId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { deleteCurated as deleteRow, findCurated, touchCurated } from '../curated.store.ts';

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
