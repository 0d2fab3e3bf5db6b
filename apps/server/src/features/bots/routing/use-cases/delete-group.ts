import type { GroupId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { recordAudit } from '../../../accounts/public.ts';
import { deleteGroup as deleteRow, findGroup } from '../groups.store.ts';

/** Its bots stay, and so do its channels: their conversations wait for a person. */
export const deleteGroup = (
  database: Database,
  { accountId, userId, address }: Actor,
  id: GroupId,
): Promise<void> =>
  database.account(accountId, async (transaction) => {
    const group = await findGroup(transaction, id);
    if (!group || !(await deleteRow(transaction, id)))
      throw new AppError('not_found', 'There is no such group');
    const data = { uuid: id };
    await recordAudit(transaction, { userId, address, action: 'group.deleted', target: group.name, data });
  });
