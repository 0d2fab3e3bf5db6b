import type { InboundContent, InboundHappening } from '@hanasu/channels/spec/channel';
import type { MessageId } from '@hanasu/contract/ids';
import { recordAudit } from '../accounts/public.ts';
import { contentKind, modeOf, readSettings, typedWords } from '../automations/public.ts';
import { purgeStored, purgeThread, type StoredEvent } from '../channels/public.ts';
import { contacts } from '../contacts/public.ts';
import { media, received } from '../conversations/public.ts';
import { claimLink } from '../notifications/public.ts';
import { addMessage, friendOf, noteTouch, type Pass } from './inbound-batch.ts';
import { eventLine, lineId, threadEntry } from './thread-entry.ts';

type Message = InboundHappening & { kind: 'message' };
type Edited = InboundHappening & { kind: 'edited' };

/** What a customer says, once: a message that is stored already, or was taken back before it came, stays as it is. */
export async function applyMessage(pass: Pass, event: StoredEvent, what: Message): Promise<void> {
  noteWriting(pass, event);
  const known = pass.known.get(what.vendorMessageId);
  if (known) {
    // It came after it was taken back.
    if (known.isUnsent) await purgeStored(pass.transaction, pass.key.channelId, what.vendorMessageId);
    if (event.replayed) await considerAgain(pass, event, what, known.id);
    return;
  }
  const entry = threadEntry(event);
  if (!entry) return;
  const id = addMessage(pass, event, { ...entry, quotes: what.quotes ?? null });
  wantMediaOf(pass, id, what.content);
  if (await isForAccount(pass, event, what)) await consider(pass, event, what.content);
}

/** Members of a group talk among themselves, unless they name the account, tap its buttons or quote what it said. */
async function isForAccount({ transaction, conversationId }: Pass, event: StoredEvent, what: Message) {
  if (event.mayAnswer || !event.isOverheard || !what.quotes) return event.mayAnswer;
  return (await received.findOurs(transaction, conversationId, [what.quotes])) !== null;
}

/** Stored already: answered now, unless somebody has or it was taken back. */
async function considerAgain(pass: Pass, event: StoredEvent, what: Message, id: MessageId): Promise<void> {
  const isBots = modeOf(readSettings(pass.settings), what.content) === 'bot';
  if (!isBots || pass.known.get(what.vendorMessageId)?.isUnsent) return;
  if (!(await isForAccount(pass, event, what))) return;
  pass.wantsAnswer ||= await received.isUnanswered(pass.transaction, pass.conversationId, id);
}

/** Its sender changed it. What has not come yet is stored as it reads now. */
export async function applyEdited(pass: Pass, event: StoredEvent, what: Edited): Promise<void> {
  const { content, vendorMessageId } = what;
  const at = new Date(event.occurredAt);
  const known = pass.known.get(vendorMessageId);
  if (!known) {
    addMessage(pass, event, { sender: 'customer', content, vendorMessageId, editedAt: at });
    if (event.mayAnswer) await consider(pass, event, content);
    return;
  }
  const before = await received.editMessage(pass.transaction, known.id, { text: content.text, at });
  if (before === null) return;
  pass.changedMessages.push(known.id);
  if (!event.mayAnswer || content.kind !== 'text' || isSameInWords(before, content.text)) return;
  // Who corrects their last question wants an answer to what it says now; older ones were answered long ago.
  if (!(await received.askAgain(pass.transaction, pass.conversationId, known.id))) return;
  noteWriting(pass, event);
  await consider(pass, event, content);
}

/** Capitals, spaces and punctuation make no other question. */
const isSameInWords = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{S}]/gu, '');

/** Taken back: gone here, with its file, and from what was received. It may still be on its way. */
export async function applyUnsend(pass: Pass, event: StoredEvent, vendorMessageId: string): Promise<void> {
  const { transaction, key } = pass;
  await purgeStored(transaction, key.channelId, vendorMessageId);
  const known = pass.known.get(vendorMessageId);
  if (!known) {
    const content = { kind: 'event' as const, text: '', data: { unsent: true } };
    const id = addMessage(pass, event, { sender: 'customer', content, vendorMessageId });
    // It says nothing, so nobody has to be told that a customer wrote.
    pass.customerMessages.splice(pass.customerMessages.indexOf(id), 1);
    pass.otherMessages.push(id);
    return;
  }
  await received.purgeMessages(transaction, [known.id]);
  await media.dropMedia(transaction, [known.id]);
  pass.changedMessages.push(known.id);
  dropIfNew(pass.media, (media) => media.messageId === known.id);
}

function dropIfNew<Item>(items: Item[], isMeant: (item: Item) => boolean): void {
  const at = items.findIndex(isMeant);
  if (at >= 0) items.splice(at, 1);
}

function noteWriting(pass: Pass, event: StoredEvent): void {
  const friend = friendOf(pass, event);
  const at = noteTouch(pass, event);
  const before = friend && pass.wroteAt.get(friend.id);
  if (friend && !(before && before > at)) pass.wroteAt.set(friend.id, at);
  pass.readToken = event.readToken ?? pass.readToken;
}

function wantMediaOf(pass: Pass, messageId: MessageId, content: InboundContent): void {
  if (!content.media) return;
  const { fileName, durationMs } = content.data;
  pass.media.push({
    channelId: pass.key.channelId,
    conversationId: pass.conversationId,
    messageId,
    reference: content.media,
    name: typeof fileName === 'string' ? fileName : '',
    durationMs: typeof durationMs === 'number' ? durationMs : null,
  });
}

/** Said to the account: whether the bot reads it, and what the channel's rules may make of it. */
async function consider(pass: Pass, event: StoredEvent, content: InboundContent): Promise<void> {
  if (await isLink(pass, event, content)) return;
  const text = typedWords(content);
  if (text !== '') pass.said.push({ text, postback: null });
  if (content.kind === 'postback') pass.said.push({ text: content.text, postback: postbackOf(content) });
  const mode = modeOf(readSettings(pass.settings), content);
  if (mode === 'bot') pass.wantsAnswer = true;
  else if (mode !== null) pass.sent.push({ kind: contentKind(content) ?? 'other', mode });
}

/** A colleague proves with these words that the phone is theirs. */
async function isLink(pass: Pass, event: StoredEvent, { kind, text }: InboundContent): Promise<boolean> {
  const { friendExternalId } = event;
  if (kind !== 'text' || pass.isGroup || friendExternalId === null) return false;
  const said = { channelId: pass.key.channelId, friendExternalId, text };
  const linked = await claimLink(pass.transaction, said);
  pass.confirms = linked ?? pass.confirms;
  return linked !== null;
}

const postbackOf = ({ data, text }: InboundContent): string =>
  typeof data.data === 'string' ? data.data : text;

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
