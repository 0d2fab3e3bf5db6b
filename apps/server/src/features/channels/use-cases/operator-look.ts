import type { OutgoingLook } from '@hanasu/channels/spec/outgoing';
import type { MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { languageFor } from '../domain/channel-words.ts';
import { offerBot } from '../domain/quick-taps.ts';
import { readSettings } from '../domain/read-settings.ts';
import { findWriter } from '../rules.store.ts';
import { findSettings } from '../settings.store.ts';

/** What the channel's settings add to how a message of staff looks. */
export async function operatorLook(
  transaction: AccountTransaction,
  { id, adapter }: OpenChannel,
  messageId: MessageId,
  look: OutgoingLook,
): Promise<OutgoingLook> {
  const stored = await findSettings(transaction, id);
  if (!stored) return look;
  const settings = readSettings(stored);
  const { capabilities } = adapter.manifest;
  const offers = settings.giveBack.offer && capabilities.quickReplies;
  const shows = settings.look.showSender && capabilities.senderIdentity && look.sender === null;
  if (!offers && !shows) return look;
  const writer = await findWriter(transaction, messageId);
  const language = languageFor(settings, writer?.lastText ?? '', writer?.language ?? null);
  return {
    ...look,
    quickReplies: offers ? [...look.quickReplies, offerBot(language)] : look.quickReplies,
    sender: shows && writer?.name ? { name: writer.name, iconUrl: null } : look.sender,
  };
}
