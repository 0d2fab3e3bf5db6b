import type { InboundHappening } from '@hanasu/channels/spec/channel';
import { recordAudit } from '../accounts/public.ts';
import { purgeThread, type StoredEvent } from '../channels/public.ts';
import { contacts } from '../contacts/public.ts';
import { media, received } from '../conversations/public.ts';
import { addMessage, friendOf, noteTouch, type Pass } from './inbound-batch.ts';
import { eventLine, lineId } from './thread-entry.ts';

type Of<Kind extends InboundHappening['kind']> = InboundHappening & { kind: Kind };

/** What we said has arrived, or was seen. */
export async function applyReceipt(pass: Pass, event: StoredEvent, what: Of<'receipt'>): Promise<void> {
  const { transaction, conversationId } = pass;
  const messageId = await received.findOurs(transaction, conversationId, what.vendorMessageIds);
  if (!messageId && what.state === 'received') return;
  const at = new Date(Math.min(event.occurredAt, transaction.now()));
  const noted = await received.noteReceipt(transaction, conversationId, { state: what.state, messageId, at });
  pass.changedMessages.push(...noted);
}

/** A reaction to a message; on an answer of the bot it says what they think of it. */
export async function applyReaction(pass: Pass, event: StoredEvent, what: Of<'reaction'>): Promise<void> {
  const { transaction, conversationId } = pass;
  const id =
    pass.known.get(what.vendorMessageId)?.id ??
    (await received.findOurs(transaction, conversationId, [what.vendorMessageId]));
  if (!id) return;
  const { reaction, mood } = what;
  const at = new Date(event.occurredAt).toISOString();
  const rating = { good: 'up', bad: 'down', neutral: null }[mood] as 'up' | 'down' | null;
  const feedback = rating && { rating, reason: '', at };
  const reacted = await received.react(transaction, id, reaction, reaction === null ? null : feedback);
  if (!reacted.isNew) return;
  pass.changedMessages.push(id);
  if (mood === 'bad' && reacted.isBots) pass.feedback = 'bad';
}

/** The person gave details of themselves. */
export async function applyDetails(pass: Pass, event: StoredEvent, what: Of<'details'>): Promise<void> {
  const friend = friendOf(pass, event);
  if (!friend || pass.known.has(lineId(event))) return;
  noteTouch(pass, event);
  await contacts.addDetails(pass.transaction, friend.id, what.details);
  addMessage(pass, event, eventLine(event, { event: 'details', details: what.details }));
  if (event.mayAnswer) pass.sent.push({ kind: 'other', mode: 'person' });
}

/** The person wants their data erased: what they said and who they are goes, also from what was received. */
export async function applyErase(pass: Pass, event: StoredEvent): Promise<void> {
  const { transaction, key, conversationId } = pass;
  if (pass.known.has(lineId(event))) return;
  const purged = await received.purgeCustomer(transaction, conversationId);
  await media.dropMedia(transaction, purged);
  pass.media.length = 0;
  pass.said.length = 0;
  pass.sent.length = 0;
  pass.wantsLook = false;
  pass.wantsAnswer = false;
  await purgeThread(transaction, key);
  const friend = friendOf(pass, event);
  if (friend) await contacts.forgetFriend(transaction, friend.id);
  pass.erasedFriends.push(...(friend ? [friend.id] : []));
  pass.changedMessages.push(...purged);
  await recordAudit(transaction, {
    userId: null,
    action: 'friend.erased',
    target: pass.channel.id,
    data: { channelUuid: pass.channel.id, conversationUuid: conversationId, messages: purged.length },
  });
  addMessage(pass, event, eventLine(event, { event: 'erase' }));
}
