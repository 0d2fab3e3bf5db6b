import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { deleteChannel as deleteRow, findChannel } from '../channels.store.ts';
import { forgetGrants } from '../grants.store.ts';
import type { ConnectDependencies } from './connect-dependencies.ts';

/** Disconnects a channel; its conversations go with it, and so does every trace of its access. */
export async function deleteChannel(
  { database, directory }: Pick<ConnectDependencies, 'database' | 'directory'>,
  { accountId, userId, address }: Actor,
  id: ChannelId,
): Promise<void> {
  await database.account(accountId, async (transaction) => {
    const row = await findChannel(transaction, id);
    if (!row || !(await deleteRow(transaction, id))) {
      throw new AppError('not_found', 'There is no such channel');
    }
    await forgetGrants(transaction, id);
    const data = { uuid: id, kind: row.kind, sandbox: row.sandbox };
    await recordAudit(transaction, {
      userId,
      address,
      action: 'channel.disconnected',
      target: row.name,
      data,
    });
  });
  await directory.forgetForGood(id);
}
