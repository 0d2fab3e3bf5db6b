import type { BotId, ChannelId, UserId } from '@hanasu/contract/ids';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { insertChannel, type NewChannel, setWebhookState } from '../channels.store.ts';

/** The channel of a bot's web chat comes with the product: it has no credentials, and its external id is the bot's. */
export interface WebChannelOptions {
  readonly kind: string;
  /** What it comes with; one channel for each. */
  readonly externalId: string;
  readonly name: string;
  readonly displayName: string;
  readonly botId: BotId;
  /** False: the channel is paused. */
  readonly isEnabled: boolean;
}

/** Who changes it. */
export interface ChangedBy {
  /** Null: the product itself. */
  readonly userId: UserId | null;
  readonly address?: string;
}

/** Opens the channel or pauses it. Null: there is none to pause. */
export async function setWebChannel(
  transaction: AccountTransaction,
  box: SecretBox,
  wanted: WebChannelOptions,
  by: ChangedBy,
): Promise<{ readonly id: ChannelId; readonly isNew: boolean } | null> {
  const { kind, externalId, displayName, isEnabled } = wanted;
  const found = await findWebChannel(transaction, kind, externalId);
  if (!found) return isEnabled ? connect(transaction, box, wanted, by) : null;
  await updateWebChannel(transaction, found.id, { displayName, paused: !isEnabled });
  return { id: found.id, isNew: false };
}

async function connect(
  transaction: AccountTransaction,
  box: SecretBox,
  { isEnabled: _, ...wanted }: WebChannelOptions,
  by: ChangedBy,
): Promise<{ readonly id: ChannelId; readonly isNew: boolean }> {
  const { kind, externalId, name, botId } = wanted;
  const id = newId<ChannelId>();
  const isInserted = await insertWebChannel(transaction, {
    ...wanted,
    id,
    sandbox: false,
    credentials: box.seal('{}', id),
    groupId: null,
    accessLapsesAt: null,
    pictureUrl: null,
    batchingDelay: 0,
    createdBy: by.userId,
  });
  if (!isInserted) throw new Error(`the channel of ${externalId} is in another account`);
  const data = { uuid: id, kind, sandbox: false, bot: botId, group: null };
  await recordAudit(transaction, { ...by, action: 'channel.connected', target: name, data });
  return { id, isNew: true };
}

const findWebChannel = (transaction: AccountTransaction, kind: string, externalId: string) =>
  transaction.one<{ id: ChannelId }>(
    'select id from channels where account_id = $1 and kind = $2 and external_id = $3 for update',
    [transaction.accountId, kind, externalId],
  );

/** Who reads it sees who of the staff writes, unless that is switched off. False: another account has this channel. */
async function insertWebChannel(transaction: AccountTransaction, channel: NewChannel): Promise<boolean> {
  if (!(await insertChannel(transaction, channel))) return false;
  await setWebhookState(transaction, channel.id, 'ok', null);
  await transaction.run('update channels set settings = $3 where account_id = $1 and id = $2', [
    transaction.accountId,
    channel.id,
    JSON.stringify({ look: { showSender: true } }),
  ]);
  return true;
}

async function updateWebChannel(
  transaction: AccountTransaction,
  id: ChannelId,
  { displayName, paused }: { displayName: string; paused: boolean },
): Promise<void> {
  await transaction.run(
    'update channels set display_name = $3, paused = $4 where account_id = $1 and id = $2',
    [transaction.accountId, id, displayName, paused],
  );
}
