import type { BotId, ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { recordAudit } from '../accounts/public.ts';
import {
  applyRules,
  findLastText,
  findRuled,
  findSettings,
  languageFor,
  NO_RULING,
  outOfOfficeNotice,
  type RuledPlace,
  type Ruling,
  readQuickReplyAction,
  readSettings,
} from '../automations/public.ts';
import { touchInbound, webChannels } from '../channels/public.ts';
import { conversations } from '../conversations/public.ts';

export interface WebChannelOptions {
  readonly kind: string;
  /** What it comes with; one channel for each. */
  readonly externalId: string;
  readonly name: string;
  readonly displayName: string;
  readonly botId: BotId;
}

interface By {
  /** Null: the product itself. */
  readonly userId: Parameters<typeof recordAudit>[1]['userId'];
  readonly address?: string;
}

/** Opens a channel that comes with the product, or opens it again. There are no credentials. */
export async function openWebChannel(
  transaction: AccountTransaction,
  box: SecretBox,
  wanted: WebChannelOptions,
  by: By,
): Promise<{ readonly id: ChannelId; readonly isNew: boolean }> {
  const { kind, externalId, displayName, name, botId } = wanted;
  const found = await webChannels.findWebChannel(transaction, kind, externalId);
  if (found) {
    await webChannels.updateWebChannel(transaction, found.id, { displayName, paused: false });
    return { id: found.id, isNew: false };
  }
  const id = newId<ChannelId>();
  const isInserted = await webChannels.insertWebChannel(transaction, {
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

/** Pauses it; without one there is nothing to do. */
export async function closeWebChannel(
  transaction: AccountTransaction,
  { kind, externalId, displayName }: Pick<WebChannelOptions, 'kind' | 'externalId' | 'displayName'>,
): Promise<void> {
  const found = await webChannels.findWebChannel(transaction, kind, externalId);
  if (found) await webChannels.updateWebChannel(transaction, found.id, { displayName, paused: true });
}

interface Written {
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly handling: Handling;
  readonly text: string;
  /** Of the quick reply that was tapped; null: these are words. */
  readonly action: string | null;
}

/** Somebody wrote on it: what the channel's rules make of that. */
export async function runWebChannelAutomations(
  transaction: AccountTransaction,
  { channelId, conversationId, handling, text, action }: Written,
): Promise<Ruling> {
  const [, place] = await Promise.all([
    touchInbound(transaction, channelId),
    findPlace(transaction, channelId, conversationId),
  ]);
  if (!place) return NO_RULING;
  const postback = isOffered(place, action) ? action : null;
  const inbound = { conversationId, handling, said: [{ text, postback }], feedback: null } as const;
  return applyRules(transaction, { ...inbound, sent: [], wantsAnswer: postback === null }, place);
}

/** Browsers can send what nobody offered: then it is only words. A conversation is not taken from a person that way. */
const isOffered = ({ settings }: RuledPlace, action: string | null): boolean =>
  readQuickReplyAction(action)?.kind !== 'give-back' || settings.giveBack.offer;

async function findPlace(
  transaction: AccountTransaction,
  channelId: ChannelId,
  conversationId: ConversationId,
): Promise<RuledPlace | null> {
  const [stored, conversation] = await Promise.all([
    findSettings(transaction, channelId),
    findRuled(transaction, conversationId),
  ]);
  return stored && conversation && { settings: readSettings(stored), isAnswered: true, conversation };
}

/** What a customer is to hear for whom the bot wants a person; null: somebody is there, or they were told. */
export async function takeOutOfOfficeNotice(
  transaction: AccountTransaction,
  { channelId, conversationId }: Pick<Written, 'channelId' | 'conversationId'>,
): Promise<string | null> {
  const place = await findPlace(transaction, channelId, conversationId);
  if (!place) return null;
  const { settings, conversation } = place;
  const language = languageFor(
    settings,
    await findLastText(transaction, conversationId),
    conversation.language,
  );
  const note = outOfOfficeNotice(
    settings,
    language,
    new Date(transaction.now()),
    conversation.outOfOfficeSentAt,
  );
  if (note !== null) await conversations.recordOutOfOfficeNotice(transaction, conversationId);
  return note;
}
