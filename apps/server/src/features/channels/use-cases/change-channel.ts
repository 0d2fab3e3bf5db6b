import type { ChannelView, updateChannel as contract } from '@hanasu/contract/channels';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { type ChannelRow, channelView, findChannel, updateChannel } from '../channels.store.ts';
import { checkedAnswerer } from './checked-answerer.ts';
import { type ConnectDependencies, refuseBuiltIn } from './connect-dependencies.ts';

/** Renames a channel, gives it another bot or group, pauses it, sets its delay; what is absent stays. */
export async function changeChannel(
  { database, directory, adapters, webhookUrl }: ConnectDependencies,
  actor: Actor,
  id: ChannelId,
  { botUuid, groupUuid, name, paused, batchingDelay }: EndpointRequest<typeof contract>['body'],
): Promise<ChannelView> {
  const view = await database.account(actor.accountId, async (transaction) => {
    const before = await existing(transaction, id);
    const adapter = adapters.find(before.kind, before);
    if (adapter && isNotItsOwn(before, { botUuid, groupUuid, batchingDelay })) refuseBuiltIn(adapter);
    const answerer =
      botUuid || groupUuid ? await checkedAnswerer(transaction, { botUuid, groupUuid }) : undefined;
    await updateChannel(transaction, id, { answerer, name, paused, batchingDelay });
    const after = await existing(transaction, id);
    await recordAudit(transaction, {
      userId: actor.userId,
      address: actor.address,
      action: 'channel.changed',
      target: after.name,
      data: { uuid: id, from: settings(before), to: settings(after) },
    });
    return channelView(after, webhookUrl(actor.accountId, id, after), transaction.now());
  });
  directory.forget(id);
  return view;
}

/** What a channel that comes with its bot has no say in: who answers, and how long is gathered. */
const isNotItsOwn = (
  { botId, groupId, batchingDelay }: ChannelRow,
  change: Pick<EndpointRequest<typeof contract>['body'], 'botUuid' | 'groupUuid' | 'batchingDelay'>,
): boolean =>
  (change.botUuid ?? botId) !== botId ||
  (change.groupUuid ?? groupId) !== groupId ||
  (change.batchingDelay ?? batchingDelay) !== batchingDelay;

const settings = ({ name, botId, groupId, paused, batchingDelay }: ChannelRow) => ({
  name,
  bot: botId,
  group: groupId,
  paused,
  batchingDelay,
});

async function existing(transaction: AccountTransaction, id: ChannelId): Promise<ChannelRow> {
  const row = await findChannel(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such channel');
  return row;
}
