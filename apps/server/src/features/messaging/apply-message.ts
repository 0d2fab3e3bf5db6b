import type { InboundContent, InboundEventBody } from '@hanasu/channels/spec/channel';
import { type FormTap, pickedTap, readFormTap, writeFormTap } from '@hanasu/channels/spec/form-taps';
import type { MessageId } from '@hanasu/contract/ids';
import { recordAudit } from '../accounts/public.ts';
import { classifyContent } from '../automations/public.ts';
import { contacts, formContacts } from '../contacts/public.ts';
import { media, vendorMessages } from '../conversations/public.ts';
import { claimLink } from '../notifications/public.ts';
import { readBroadcastTap } from './broadcast-taps.ts';
import { purgeStored, purgeThread, type StoredEvent } from './events.store.ts';
import { addMessage, friendOf, type InboundBatch, noteTouch } from './inbound-batch.ts';
import { eventLine, lineId, threadEntry } from './thread-entry.ts';

type Message = InboundEventBody & { kind: 'message' };
type Edited = InboundEventBody & { kind: 'edited' };

/** What a customer says, once: a message that is stored already, or was taken back before it came, stays as it is. */
export async function applyMessage(batch: InboundBatch, event: StoredEvent, what: Message): Promise<void> {
  const known = batch.known.get(what.vendorMessageId);
  noteWriting(batch, event, { isNew: !known });
  if (known) {
    // It came after it was taken back.
    if (known.isUnsent) await purgeStored(batch.transaction, batch.key.channelId, what.vendorMessageId);
    if (event.replayed) await considerAgain(batch, event, what, known.id);
    return;
  }
  if (await applyTap(batch, event, what)) return;
  const entry = threadEntry(event);
  if (!entry) return;
  const id = addMessage(batch, event, { ...entry, quotes: what.quotes ?? null });
  wantMediaOf(batch, id, what.content);
  const content = { ...what.content, messageId: id };
  if (await isForAccount(batch, event, what)) await consider(batch, event, content);
}

/** A tap on a menu or a broadcast of ours says what its area or button asks, or shows as a line; false: it is something else. */
async function applyTap(batch: InboundBatch, event: StoredEvent, what: Message): Promise<boolean> {
  const { content, vendorMessageId } = what;
  if (content.kind !== 'postback' || batch.known.has(lineId(event))) return content.kind === 'postback';
  const { transaction, key, conversationId } = batch;
  const formTap = readFormTap(postbackOf(content));
  if (formTap) {
    await applyFormTap(batch, event, { tap: formTap, what });
    return true;
  }
  const said = readBroadcastTap(postbackOf(content));
  if (said) {
    const data = { tapped: said.text, broadcastUuid: said.broadcastId };
    await handleAsked(batch, event, { text: said.text, data, vendorMessageId });
    return true;
  }
  const tap = await batch.menuTaps?.take(transaction, {
    channelId: key.channelId,
    conversationId,
    friendId: friendOf(batch, event)?.id ?? null,
    eventId: event.vendorEventId,
    data: postbackOf(content),
    chosen: chosenOf(content),
    isSwitched: content.data.menuSwitched === true,
  });
  if (!tap) return false;
  if (tap.ask === null) {
    addMessage(batch, event, eventLine(event, { event: 'menuTapped', label: tap.label }));
    if (tap.isUnknown && event.mayAnswer) batch.sent.push({ kind: 'postback', mode: 'ask' });
    return true;
  }
  await handleAsked(batch, event, { text: tap.ask, data: { tapped: tap.label }, vendorMessageId });
  return true;
}

/** The date or time that was picked. */
const chosenOf = ({ data }: InboundContent): string | null =>
  typeof data.chosen === 'string' ? data.chosen : null;

/** Says what the button of a form says; what it means is the form's to decide, also when its question is over. */
async function applyFormTap(
  batch: InboundBatch,
  event: StoredEvent,
  { tap: tapped, what: { content, vendorMessageId } }: { readonly tap: FormTap; readonly what: Message },
): Promise<void> {
  const picked = pickedTap(tapped, chosenOf(content));
  const tap = picked ?? tapped;
  const label = await batch.formTalk?.labelOf(batch.transaction, batch.conversationId, tap);
  const text = label ?? tap.label;
  const shown = { kind: 'text' as const, text, data: { tapped: text } };
  const messageId = addMessage(batch, event, { sender: 'customer', content: shown, vendorMessageId });
  const postback = picked ? writeFormTap(picked) : postbackOf(content);
  if (event.mayAnswer) batch.said.push({ text, postback, messageId });
}

/** Handles words that were said by a tap, which are answered like others. */
async function handleAsked(
  batch: InboundBatch,
  event: StoredEvent,
  {
    vendorMessageId,
    ...said
  }: { readonly text: string; readonly data: InboundContent['data']; readonly vendorMessageId: string },
): Promise<void> {
  const asked = { kind: 'text' as const, ...said };
  const messageId = addMessage(batch, event, { sender: 'customer', content: asked, vendorMessageId });
  if (event.mayAnswer) await consider(batch, event, { ...asked, messageId });
}

/** Members of a group talk among themselves, unless they name the account, tap its buttons or quote what it said. */
async function isForAccount(
  { transaction, conversationId }: InboundBatch,
  event: StoredEvent,
  what: Message,
) {
  if (event.mayAnswer || !event.isOverheard || !what.quotes) return event.mayAnswer;
  return (await vendorMessages.findOurs(transaction, conversationId, [what.quotes])) !== null;
}

/** A replayed message is answered now, unless it was answered already or taken back. */
async function considerAgain(
  batch: InboundBatch,
  event: StoredEvent,
  what: Message,
  id: MessageId,
): Promise<void> {
  const isBots = classifyContent(batch.rules, what.content).mode === 'bot';
  if (!isBots || batch.known.get(what.vendorMessageId)?.isUnsent) return;
  if (!(await isForAccount(batch, event, what))) return;
  batch.wantsAnswer ||= await vendorMessages.isUnanswered(batch.transaction, batch.conversationId, id);
}

/** Its sender changed it. What has not come yet is stored as it reads now. */
export async function applyEdited(batch: InboundBatch, event: StoredEvent, what: Edited): Promise<void> {
  const { content, vendorMessageId } = what;
  const at = new Date(event.occurredAt);
  const known = batch.known.get(vendorMessageId);
  if (!known) {
    const messageId = addMessage(batch, event, {
      sender: 'customer',
      content,
      vendorMessageId,
      editedAt: at,
    });
    if (event.mayAnswer) await consider(batch, event, { ...content, messageId });
    return;
  }
  if (known.isUnsent) return purgeStored(batch.transaction, batch.key.channelId, vendorMessageId);
  const before = await vendorMessages.editMessage(batch.transaction, known.id, { text: content.text, at });
  if (before === null) return;
  batch.changedMessages.push(known.id);
  if (!event.mayAnswer || content.kind !== 'text' || isSameInWords(before, content.text)) return;
  // Who corrects their last question wants an answer to what it says now; older ones were answered long ago.
  if (!(await vendorMessages.askAgain(batch.transaction, batch.conversationId, known.id))) return;
  noteWriting(batch, event, { isNew: false });
  await consider(batch, event, { ...content, messageId: known.id });
}

/** Capitals, spaces and punctuation make no other question. */
const isSameInWords = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{S}]/gu, '');

/** Removes the text of a message that was taken back, and its file. */
export async function purgeUnsent(
  transaction: InboundBatch['transaction'],
  { channelId }: InboundBatch['key'],
  { vendorMessageId, id }: { readonly vendorMessageId: string; readonly id: MessageId | undefined },
): Promise<void> {
  await purgeStored(transaction, channelId, vendorMessageId);
  if (!id) return;
  await vendorMessages.purgeMessages(transaction, [id]);
  await media.dropMedia(transaction, [id]);
}

/** Taken back: gone here, with its file, and from what was received. It may still be on its way. */
export async function applyUnsend(
  batch: InboundBatch,
  event: StoredEvent,
  vendorMessageId: string,
): Promise<void> {
  const { transaction, key } = batch;
  const known = batch.known.get(vendorMessageId);
  await purgeUnsent(transaction, key, { vendorMessageId, id: known?.id });
  if (!known) {
    const content = { kind: 'event' as const, text: '', data: { unsent: true } };
    const id = addMessage(batch, event, { sender: 'customer', content, vendorMessageId });
    dropIfNew(batch.customerMessages, (one) => one === id);
    batch.otherMessages.push(id);
    return;
  }
  batch.known.set(vendorMessageId, { ...known, isUnsent: true });
  await batch.formTalk?.takeBack(transaction, known.id);
  batch.changedMessages.push(known.id);
  // Without content it counts as no message of the customer, and no rule reads what it said.
  dropIfNew(batch.customerMessages, (id) => id === known.id);
  dropIfNew(batch.media, (media) => media.messageId === known.id);
  dropIfNew(batch.said, ({ messageId }) => messageId === known.id);
  dropIfNew(batch.sent, ({ messageId }) => messageId === known.id);
}

function dropIfNew<Item>(items: Item[], isMeant: (item: Item) => boolean): void {
  const kept = items.filter((item) => !isMeant(item));
  items.splice(0, items.length, ...kept);
}

function noteWriting(batch: InboundBatch, event: StoredEvent, { isNew }: { readonly isNew: boolean }): void {
  const friend = friendOf(batch, event);
  const at = noteTouch(batch, event);
  const before = friend && batch.wrote.get(friend.id);
  if (friend)
    batch.wrote.set(friend.id, {
      at: before && before.at > at ? before.at : at,
      messageTimes: [...(before?.messageTimes ?? []), ...(isNew ? [at] : [])],
    });
  batch.readToken = event.readToken ?? batch.readToken;
}

function wantMediaOf(batch: InboundBatch, messageId: MessageId, content: InboundContent): void {
  if (!content.media) return;
  const { fileName, durationMs } = content.data;
  batch.media.push({
    channelId: batch.key.channelId,
    conversationId: batch.conversationId,
    messageId,
    reference: content.media,
    name: typeof fileName === 'string' ? fileName : '',
    durationMs: typeof durationMs === 'number' ? durationMs : null,
  });
}

/** Kinds that can answer a question for a file; a recording is speech. */
const FILES: ReadonlySet<InboundContent['kind']> = new Set(['image', 'video', 'file']);

/** Content with the message it stands in; absent for a message that is considered again. */
type ReceivedContent = InboundContent & { readonly messageId?: MessageId };

/** Said to the account: whether the bot reads it, and what the channel's rules may make of it. */
async function consider(batch: InboundBatch, event: StoredEvent, content: ReceivedContent): Promise<void> {
  if (await isLink(batch, event, content)) return;
  if (await isSubscription(batch, event, content)) return;
  const { kind, mode, typed } = classifyContent(batch.rules, content);
  const file = content.media && FILES.has(content.kind) ? content.messageId : undefined;
  const isButton = typeof content.data.tapped === 'string';
  const own = content.messageId ? { messageId: content.messageId } : {};
  if (typed !== '' || file)
    batch.said.push({
      ...{ text: typed, postback: null },
      ...own,
      ...(file ? { file } : {}),
      ...(isButton ? { isButton } : {}),
    });
  if (content.kind === 'postback')
    batch.said.push({ text: content.text, postback: postbackOf(content), ...own });
  if (mode === 'bot') batch.wantsAnswer = true;
  else if (mode !== null)
    batch.sent.push({ kind: kind ?? 'other', mode, ...(file ? { messageId: file } : {}) });
}

/** A colleague proves with these words that the phone is theirs. */
async function isLink(
  batch: InboundBatch,
  event: StoredEvent,
  { kind, text }: InboundContent,
): Promise<boolean> {
  const { friendExternalId } = event;
  if (kind !== 'text' || batch.isGroup || friendExternalId === null) return false;
  const said = { channelId: batch.key.channelId, friendExternalId, text };
  const linked = await claimLink(batch.transaction, said);
  batch.confirms = linked ?? batch.confirms;
  return linked !== null;
}

/** True: the message unsubscribes the customer or lets them come back; neither bot nor staff has to answer it. */
async function isSubscription(
  batch: InboundBatch,
  event: StoredEvent,
  { kind, text }: InboundContent,
): Promise<boolean> {
  const friend = friendOf(batch, event);
  if (kind !== 'text' || batch.isGroup || !friend) return false;
  const { subscriptionWords: words } = batch.settings;
  const heeded = await formContacts.heedSubscription(batch.transaction, { friendId: friend.id, text, words });
  if (heeded === null) return false;
  batch.confirms = heeded;
  batch.heeded += 1;
  return true;
}

const postbackOf = ({ data, text }: InboundContent): string =>
  typeof data.data === 'string' ? data.data : text;

type Of<Kind extends InboundEventBody['kind']> = InboundEventBody & { kind: Kind };

/** What we said has arrived, or was seen. */
export async function applyReceipt(
  batch: InboundBatch,
  event: StoredEvent,
  what: Of<'receipt'>,
): Promise<void> {
  const { transaction, conversationId } = batch;
  const messageId = await vendorMessages.findOurs(transaction, conversationId, what.vendorMessageIds);
  if (!messageId && what.state === 'received') return;
  const at = new Date(Math.min(event.occurredAt, transaction.now()));
  const noted = await vendorMessages.noteReceipt(transaction, conversationId, {
    state: what.state,
    messageId,
    at,
  });
  batch.changedMessages.push(...noted);
}

/** A reaction to a message; on an answer of the bot it says what they think of it. */
export async function applyReaction(
  batch: InboundBatch,
  event: StoredEvent,
  what: Of<'reaction'>,
): Promise<void> {
  const { transaction, conversationId } = batch;
  const id =
    batch.known.get(what.vendorMessageId)?.id ??
    (await vendorMessages.findOurs(transaction, conversationId, [what.vendorMessageId]));
  if (!id) return;
  const { reaction, mood } = what;
  const at = new Date(event.occurredAt).toISOString();
  const rating = { good: 'up', bad: 'down', neutral: null }[mood] as 'up' | 'down' | null;
  const feedback = rating && { rating, reason: '', at };
  const reacted = await vendorMessages.react(transaction, id, reaction, reaction === null ? null : feedback);
  if (!reacted.isNew) return;
  batch.changedMessages.push(id);
  if (mood === 'bad' && reacted.isBots) batch.feedback = 'bad';
}

/** The person gave details of themselves. */
export async function applyDetails(
  batch: InboundBatch,
  event: StoredEvent,
  what: Of<'details'>,
): Promise<void> {
  const friend = friendOf(batch, event);
  if (!friend || batch.known.has(lineId(event))) return;
  noteTouch(batch, event);
  await contacts.addDetails(batch.transaction, friend.id, what.details);
  addMessage(batch, event, eventLine(event, { event: 'details', details: what.details }));
  if (event.mayAnswer) batch.sent.push({ kind: 'other', mode: 'person' });
}

/** The customer asked for their data to be erased: deletes their messages and profile, also from stored events. */
export async function applyErase(batch: InboundBatch, event: StoredEvent): Promise<void> {
  const { transaction, key, conversationId } = batch;
  if (batch.known.has(lineId(event))) return;
  const purged = await vendorMessages.purgeCustomer(transaction, conversationId);
  await media.dropMedia(transaction, purged);
  batch.media.length = 0;
  batch.said.length = 0;
  batch.sent.length = 0;
  batch.wantsLook = false;
  batch.wantsAnswer = false;
  await batch.formTalk?.forget(transaction, conversationId);
  await purgeThread(transaction, key);
  const friend = friendOf(batch, event);
  if (friend) await contacts.forgetFriend(transaction, friend.id);
  batch.erasedFriends.push(...(friend ? [friend.id] : []));
  batch.changedMessages.push(...purged);
  await recordAudit(transaction, {
    userId: null,
    action: 'friend.erased',
    target: batch.channel.id,
    data: { channelUuid: batch.channel.id, conversationUuid: conversationId, messages: purged.length },
  });
  addMessage(batch, event, eventLine(event, { event: 'erase' }));
}
