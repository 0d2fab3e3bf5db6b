import { type OutgoingPart, PLAIN_LOOK } from '@hanasu/channels/spec/outgoing';
import type { MessageId } from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import { newId } from '../../../platform/ids.ts';
import { followInbound, inbound, insertMessages, newMessage } from '../../inbox/public.ts';
import { wantMedia } from '../../media/public.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { greetingOf } from '../domain/greeting.ts';
import { readSettings } from '../domain/read-settings.ts';
import { noteWriting } from '../friends.store.ts';
import { insertDeliveries } from '../outbox.store.ts';
import { findRuled, type RuledConversation } from '../rules.store.ts';
import { applyRules, NO_RULING, type Ruling } from './apply-rules.ts';
import { planDeliveries } from './enqueue-delivery.ts';
import { type Pass, type Received, storeMessages } from './inbound-pass.ts';

/** What all that came in this pass means for the conversation, written at its end. */
export async function closePass(pass: Pass, stored: readonly Received[]): Promise<{ hasSpoken: boolean }> {
  const { transaction, settings } = pass;
  // In this order: a file belongs to a message.
  const [, , , ruled] = await Promise.all([
    storeMessages(pass),
    wantMedia(transaction, pass.media),
    noteWriting(transaction, pass.wroteAt),
    isRuled(pass) ? findRuled(transaction, pass.conversationId) : null,
  ]);
  const tokens = replyTokens(pass, stored);
  const hasGreeted = await greet(pass, tokens);
  const hasConfirmed = pass.confirms !== null && (await say(pass, tokens.next(), pass.confirms, {}));
  const ruling = ruled ? await rule(pass, ruled) : NO_RULING;
  const hasReplied =
    ruling.reply !== null && (await say(pass, tokens.next(), ruling.reply, noticeOf(ruling)));
  const to = nextHandling(pass, ruling);
  const isBots = ['bot', 'waiting'].includes(to?.handling ?? pass.handlingBefore);
  const isSilent = settings.isPaused || !settings.isAnswered || pass.isGone || ruling.isSettled;
  pass.wantsAnswer &&= isBots && !isSilent;
  const last = [...pass.customerMessages, ...pass.otherMessages].sort().at(-1) ?? null;
  const left = tokens.next();
  const applying = inbound.applyInbound(transaction, pass.conversationId, {
    lastMessageId: last,
    replyToken: left?.token ?? null,
    replyTokenExpiresAt: left?.expiresAt ?? null,
    answerInMs: pass.wantsAnswer ? settings.batchingDelay : null,
    cancelsTurn: pass.isGone || pass.isTakenOver,
    handling: to?.handling ?? null,
    waitingReason: to?.reason ?? null,
    answeredThrough: ruling.isSettled || pass.isTakenOver ? last : null,
    customerWroteAt: pass.lastTouch,
    readToken: pass.readToken,
  });
  // Behind it: whose the conversation is now decides whether a clock runs.
  const following = pass.customerMessages.length > 0 ? followInbound(transaction, followed(pass)) : null;
  await Promise.all([applying, following]);
  return { hasSpoken: hasGreeted || hasConfirmed || hasReplied };
}

const followed = (pass: Pass) => ({
  conversationId: pass.conversationId,
  channelId: pass.key.channelId,
  friendId: pass.isGroup ? null : (pass.friends.values().next().value?.id ?? null),
  customerMessages: pass.customerMessages,
});

interface ReplyToken {
  readonly token: string;
  readonly expiresAt: Date;
}

interface ReplyTokens {
  /** That of one event, or null when it has none or was used. */
  of(received: Received): ReplyToken | null;
  /** The newest one that is left; each is given once. */
  next(): ReplyToken | null;
}

/** Each event has a token of its own, good for one answer. */
function replyTokens({ channel, transaction }: Pass, stored: readonly Received[]): ReplyTokens {
  const { replyTokenLifeMs: life, replyTokenAgeMs: age } = channel.adapter.manifest.limits;
  const endOf = ({ event, receivedAt }: Received): number =>
    Math.min(receivedAt.getTime() + life, event.occurredAt + age);
  const left = stored.filter(
    (received) =>
      received.event.replyToken !== null && !received.event.replayed && endOf(received) > transaction.now(),
  );
  const give = (received: Received | undefined): ReplyToken | null => {
    if (!received || received.event.replyToken === null || !left.includes(received)) return null;
    left.splice(left.indexOf(received), 1);
    return { token: received.event.replyToken, expiresAt: new Date(endOf(received)) };
  };
  return { of: give, next: () => give(left.at(-1)) };
}

const isRuled = ({ said, sent, feedback, settings, isTakenOver }: Pass): boolean =>
  (said.length > 0 || sent.length > 0 || feedback !== null) && !settings.isPaused && !isTakenOver;

const rule = (
  { transaction, conversationId, handlingBefore, said, sent, wantsAnswer, feedback, settings }: Pass,
  conversation: RuledConversation,
): Promise<Ruling> =>
  applyRules(
    transaction,
    { conversationId, handling: handlingBefore, said, sent, feedback, wantsAnswer },
    { settings: readSettings(settings), isAnswered: settings.isAnswered, conversation },
  );

/** By it the product knows later what it has told the customer already. */
const noticeOf = ({ notice }: Ruling): Record<string, unknown> => (notice ? { notice } : {});

interface NextHandling {
  readonly handling: Handling;
  readonly reason: ConversationView['waitingReason'];
}

/** A closed thread opens again when its customer writes; without a bot or group a person is wanted. */
function nextHandling(
  { settings, handlingBefore, customerMessages, isTakenOver, wantsLook }: Pass,
  ruling: Ruling,
): NextHandling | null {
  if (isTakenOver) {
    return handlingBefore === 'operator' ? null : { handling: 'operator', reason: 'person_took_over' };
  }
  if (ruling.handling !== null) return { handling: ruling.handling, reason: ruling.waitingReason };
  const isIdle = handlingBefore === 'bot' || handlingBefore === 'closed';
  if (wantsLook && isIdle && !settings.isPaused) return { handling: 'waiting', reason: 'not_text' };
  if (customerMessages.length === 0) return null;
  if (handlingBefore === 'closed') return { handling: settings.isAnswered ? 'bot' : 'waiting', reason: null };
  if (handlingBefore === 'bot' && !settings.isAnswered) return { handling: 'waiting', reason: null };
  return null;
}

/** Who follows, or invites the account into a group, is greeted; with nobody to answer in the bot's name too. */
async function greet(pass: Pass, tokens: ReplyTokens): Promise<boolean> {
  const { settings, greetsWith } = pass;
  const greeting = greetingFor(pass);
  if (!greetsWith || !greeting || settings.isPaused) return false;
  const { event } = greetsWith;
  // A group is greeted without having spoken to the account; the token says that it may be.
  if (!event.mayAnswer && !(pass.isGroup && event.replyToken !== null)) return false;
  return say(pass, tokens.of(greetsWith), greeting, { greeting: true });
}

const greetingFor = ({ settings }: Pass): string => greetingOf(readSettings(settings), settings);

/** The bot says it at once, in this transaction. */
async function say(
  pass: Pass,
  replyToken: ReplyToken | null,
  text: string,
  data: Record<string, unknown>,
): Promise<boolean> {
  const { transaction, channel, key, conversationId } = pass;
  const messageId = newId<MessageId>();
  const target = {
    ...key,
    conversationId,
    messageId,
    recipient: key.thread,
    replyToken,
    now: transaction.now(),
  };
  const { deliveries } = planDeliveries(channel.adapter, target, toMessages(channel, { kind: 'text', text }));
  const message = newMessage({
    accountId: key.accountId,
    id: messageId,
    conversationId,
    sender: 'bot',
    text,
    data,
    deliveryState: 'pending',
  });
  await Promise.all([insertMessages(transaction, [message]), insertDeliveries(transaction, deliveries)]);
  pass.otherMessages.push(messageId);
  return true;
}

const toMessages = ({ adapter }: OpenChannel, part: OutgoingPart) => adapter.toMessages([part], PLAIN_LOOK);
