import type { ChannelView } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { forgetGrants } from '../access/oauth-states.store.ts';
import {
  type ChannelRow,
  deleteChannel as deleteRow,
  findChannel,
  findForTraffic,
} from '../channels.store.ts';
import { refuseBuiltIn } from './connect-channel.ts';
import { detachChannel } from './detached.store.ts';
import { adapterOf, type ConnectDependencies, viewOf } from './store-channel.ts';

type Dependencies = Pick<ConnectDependencies, 'database' | 'directory' | 'onChannelChange'>;

/**
 * Ends the connection and keeps what was said: nothing is received or sent until the same official account is
 * connected again, here or, once this account has let go of it, in another one.
 */
export async function disconnectChannel(
  {
    database,
    directory,
    adapters,
    webhookUrl,
    onChannelChange,
  }: Dependencies & Pick<ConnectDependencies, 'adapters' | 'webhookUrl'>,
  actor: Actor,
  id: ChannelId,
): Promise<ChannelView> {
  await database.account(actor.accountId, async (transaction) => {
    const row = await existing(transaction, id);
    refuseBuiltIn(adapterOf(adapters, row.kind, row.sandbox));
    if (row.disconnectedAt !== null) return;
    await announceLeaving(transaction, onChannelChange, id);
    // A sandbox's credentials are no secret, and nobody could type them again.
    const credentials = row.sandbox ? null : directory.sealCredentials(id, {});
    if (!(await detachChannel(transaction, id, credentials))) return;
    await forgetGrants(transaction, id);
    await recordEnd(transaction, actor, row, 'channel.disconnected');
  });
  await directory.forgetForGood(id);
  return viewOf({ database, webhookUrl }, actor.accountId, id);
}

/** Deletes a channel; its conversations and friends go with it, and so does every trace of its access. */
export async function deleteChannel(
  { database, directory, onChannelChange }: Dependencies,
  actor: Actor,
  id: ChannelId,
): Promise<void> {
  await database.account(actor.accountId, async (transaction) => {
    const row = await existing(transaction, id);
    // Of a channel that was disconnected, nothing can be reached any more.
    if (row.disconnectedAt === null) await announceLeaving(transaction, onChannelChange, id);
    if (!(await deleteRow(transaction, id))) throw missing();
    await forgetGrants(transaction, id);
    await recordEnd(transaction, actor, row, 'channel.deleted');
  });
  await directory.forgetForGood(id);
}

/** Hands the credentials to features that still have something to take back at the vendor. */
async function announceLeaving(
  transaction: AccountTransaction,
  onChannelChange: Dependencies['onChannelChange'],
  channelId: ChannelId,
): Promise<void> {
  const row = await findForTraffic(transaction, channelId);
  if (!row) return;
  const { kind: channelKind, name, sandbox, credentials } = row;
  await onChannelChange(transaction, { kind: 'left', channelId, channelKind, name, sandbox, credentials });
}

const missing = () => new AppError('not_found', 'Channel not found');

async function existing(transaction: AccountTransaction, id: ChannelId): Promise<ChannelRow> {
  const row = await findChannel(transaction, id);
  if (!row) throw missing();
  return row;
}

const recordEnd = (
  transaction: AccountTransaction,
  { userId, address }: Actor,
  { id, name, kind, sandbox }: ChannelRow,
  action: 'channel.disconnected' | 'channel.deleted',
): Promise<void> =>
  recordAudit(transaction, { userId, address, action, target: name, data: { uuid: id, kind, sandbox } });
