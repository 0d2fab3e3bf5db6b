import { readFormTap } from '@hanasu/channels/spec/form-taps';
import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { ChannelSettings, ContentKind, KeywordReply } from '@hanasu/contract/channel-settings';
import type { ChannelId, ConversationId, FriendId, MessageId } from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { MessageContent } from '@hanasu/contract/message-content';
import { asksForPerson } from '@hanasu/models/builtin/asks-for-person';
import { clearLanguage } from '@hanasu/models/builtin/detect-language';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { conversations } from '../conversations/public.ts';
import { type BuiltMessage, buildComposed, type MessageComposer } from '../message-templates/public.ts';
import { findLastTexts, findNotices, type Notice, type RuledConversation } from './automations.store.ts';
import { readQuickReplyAction, readScore, type Tap, type Voice, voiceFor } from './customer-texts.ts';
import type { FormMessage, FormTalk } from './form-talk.ts';
import { isStaffed, outOfOfficeNotice } from './hours.ts';
import { findKeyword } from './keywords.ts';

interface Said extends FormMessage {
  readonly postback: string | null;
  /** Absent where it cannot be taken back. */
  readonly messageId?: MessageId;
}

/** What a customer just wrote on a channel, before anybody answers. */
export interface RuledInbound {
  readonly conversationId: ConversationId;
  readonly handling: Handling;
  /** Texts of the customer, oldest first, including postback data and files. */
  readonly said: readonly Said[];
  /** What else they sent, as far as the bot doesn't read it, and who does. */
  readonly sent: readonly {
    readonly kind: ContentKind;
    readonly mode: 'person' | 'ask';
    readonly messageId?: MessageId;
  }[];
  /** They said of an answer that it was no good. */
  readonly feedback: 'bad' | null;
  /** There is something among it that the bot reads. */
  readonly wantsAnswer: boolean;
}

export interface Ruling {
  /** Said at once, word for word; null: nothing. */
  readonly reply: string | null;
  /** A composed message, said before `reply`. */
  readonly composed?: BuiltMessage;
  /** The bot owes no answer to this any more. */
  readonly isSettled: boolean;
  /** A person is wanted, or the bot has it again; null: as before. */
  readonly handling: Handling | null;
  readonly waitingReason: ConversationView['waitingReason'];
  /** Kept with the reply. */
  readonly notice?: Notice;
  /** Under the reply. */
  readonly quickReplies?: readonly QuickReply[];
  /** Messages whose file a form has taken: no other feature needs to process them. */
  readonly taken?: readonly MessageId[];
  /** Called after the commit. */
  readonly after?: () => void;
}

/** Menus under the chat, whose taps come back from the vendor. */
export interface MenuTaps {
  /** Takes note of a tap, once for each event; null: it was not on a menu of ours. */
  take(
    transaction: AccountTransaction,
    tap: {
      readonly channelId: ChannelId;
      readonly conversationId: ConversationId;
      readonly friendId: FriendId | null;
      readonly eventId: string;
      /** As the vendor sent it back. */
      readonly data: string;
      /** The date or time that was picked. */
      readonly chosen: string | null;
      /** The vendor has shown them another page. */
      readonly isSwitched: boolean;
    },
  ): Promise<{
    /** Of the area. */
    readonly label: string;
    /** What the bot is asked with it; null: nothing. */
    readonly ask: string | null;
    /** What it was to do is not known any more, or was not done. */
    readonly isUnknown: boolean;
  } | null>;
}

export const NO_RULING: Ruling = { reply: null, isSettled: false, handling: null, waitingReason: null };

/** Where it was written. */
export interface RuledPlace {
  readonly settings: ChannelSettings;
  /** A bot or a group of bots answers here. */
  readonly isAnswered: boolean;
  /** As it is with what was just written, before that has changed it. */
  readonly conversation: RuledConversation;
  readonly formTalk?: FormTalk | null;
  /** Absent: composed replies are said in words. */
  readonly composer?: MessageComposer | null;
}

interface Case extends RuledPlace {
  readonly transaction: AccountTransaction;
  readonly inbound: RuledInbound;
  readonly voice: Voice;
  readonly taps: readonly Tap[];
  readonly texts: readonly string[];
  /** What keywords are looked for in: texts, and the data of postbacks that are not our own. */
  readonly looked: readonly string[];
  readonly now: Date;
}

/**
 * Applies the channel's settings: keywords, words that call a person, taps on offered replies. `place` is null where
 * there is nothing to apply.
 */
export async function applyRules(
  transaction: AccountTransaction,
  inbound: RuledInbound,
  place: RuledPlace | null,
  now = new Date(transaction.now()),
): Promise<Ruling> {
  if (!place) return NO_RULING;
  const texts = inbound.said.flatMap(({ text, postback }) =>
    postback === null && text !== '' ? [text] : [],
  );
  const taps = inbound.said.flatMap(({ postback }) => readQuickReplyAction(postback) ?? []);
  const voice = await voiceOf(transaction, inbound.conversationId, { texts, place });
  const looked = inbound.said.flatMap(({ text, postback }) => {
    if (postback === null) return text === '' ? [] : [text];
    return readQuickReplyAction(postback) || readFormTap(postback) ? [] : [postback];
  });
  const one: Case = { ...place, transaction, inbound, voice, taps, texts, looked, now };
  const said =
    (await byRating(one)) ??
    (await byTap(one)) ??
    (await byForm(one)) ??
    (await byKeyword(one)) ??
    (await byWords(one)) ??
    NO_RULING;
  const taken = new Set(said.taken);
  const sent = inbound.sent.filter(({ messageId }) => !messageId || !taken.has(messageId));
  return sent.length > 0 ? bySent({ ...one, inbound: { ...inbound, sent } }, said) : said;
}

/** A tap says nothing of their language, nor does "OK": what they wrote before does. */
async function voiceOf(
  transaction: AccountTransaction,
  id: ConversationId,
  { texts, place }: { readonly texts: readonly string[]; readonly place: RuledPlace },
): Promise<Voice> {
  const { settings, conversation } = place;
  const said = texts.join('\n');
  const isTold = settings.language !== 'auto' || clearLanguage(said) !== null;
  const earlier = isTold ? [] : await findLastTexts(transaction, id);
  const { language: known, tone } = conversation;
  return voiceFor(settings, { texts: [said, ...earlier], known, tone });
}

/** Stars, and a word about them. They open nothing that was closed. */
async function byRating(one: Case): Promise<Ruling | null> {
  const { transaction, inbound, conversation, taps, texts } = one;
  const { words } = one.voice;
  const id = inbound.conversationId;
  const tapped = taps.findLast((tap) => tap.kind === 'satisfaction');
  const typed = texts.length === 1 && conversation.isScoreWanted ? readScore(texts[0] ?? '') : null;
  const stars = tapped && starsState(tapped, conversation);
  const score = (stars === 'open' ? tapped?.score : undefined) ?? typed;
  const thanks = (reply: string | null): Ruling => ({
    reply,
    isSettled: true,
    handling: inbound.handling === 'closed' ? 'closed' : null,
    waitingReason: null,
  });
  if (score) {
    await conversations.saveSatisfactionScore(transaction, id, score);
    return thanks(score > LEAST_GOOD_SCORE ? words.thanksForGoodScore : words.thanksForBadScore);
  }
  if (tapped) return thanks(stars === 'over' ? words.form.over : null);
  if (!conversation.isCommentWanted || inbound.handling !== 'closed' || texts.length === 0) return null;
  await conversations.saveSatisfactionComment(transaction, id, texts.join('\n').slice(0, LONGEST_COMMENT));
  return thanks(words.thanksForComment);
}

/** Stars without a stamp rate once; those of the newest request may change their score. */
function starsState(
  { askedAt }: Extract<Tap, { kind: 'satisfaction' }>,
  { isScoreOpen, scoreAskedAt }: RuledConversation,
): 'open' | 'given' | 'over' {
  if (askedAt === null) return isScoreOpen ? 'open' : 'given';
  const isNewest = scoreAskedAt !== null && Math.abs(scoreAskedAt.getTime() - askedAt) <= SAME_REQUEST_MS;
  return isNewest ? 'open' : 'over';
}

/** Both moments are taken in one transaction, by two clocks. */
const SAME_REQUEST_MS = 120_000;

const LONGEST_COMMENT = 2_000;
const LEAST_GOOD_SCORE = 3;

async function byTap(one: Case): Promise<Ruling | null> {
  const { inbound, settings, taps } = one;
  const { words } = one.voice;
  const tap = taps.at(-1);
  if (tap?.kind === 'give-back') {
    if (inbound.handling === 'bot') return { ...NO_RULING, isSettled: true };
    return { reply: words.givenBack, isSettled: true, handling: 'bot', waitingReason: null };
  }
  if (inbound.handling === 'operator') return null;
  if (tap?.kind === 'handover') return call(one);
  const isBad = inbound.feedback === 'bad' || (tap?.kind === 'feedback' && tap.mood === 'down');
  // What they write along with it is still answered, by the bot or by the person.
  if (isBad && settings.handover.onBadFeedback) {
    const ruling = await wantPerson(one, 'bad_feedback', words.badRating);
    return { ...ruling, isSettled: one.texts.length === 0 };
  }
  return tap?.kind === 'feedback' && one.texts.length === 0 ? { ...NO_RULING, isSettled: true } : null;
}

/** Before keywords, as answers may hold some; who asks for a person leaves the form. */
async function byForm(one: Case): Promise<Ruling | null> {
  const { transaction, inbound, settings, conversation, looked, formTalk, voice } = one;
  const { language } = voice;
  if (!formTalk) return null;
  const formMessages = formMessagesOf(inbound);
  if (!conversation.hasForm && formMessages.every(({ tap }) => !tap)) return null;
  if (looked.some((text) => asksForPerson(text, settings.handover.words))) return null;
  const { conversationId, handling } = inbound;
  const { tone } = conversation;
  const said = formMessages;
  const answered = await formTalk.answer(transaction, { conversationId, handling, said, tone, language });
  if (!answered) return null;
  const { text, quickReplies, isSettled, callsPerson, taken = [], after } = answered;
  const ruling =
    callsPerson && handling !== 'operator'
      ? await wantPerson(one, 'handed_over', text, text)
      : { ...NO_RULING, reply: text || null };
  return {
    ...ruling,
    quickReplies,
    taken,
    isSettled: isSettled && !conversation.isAnswerOwed,
    ...(after ? { after } : {}),
  };
}

const formMessagesOf = ({ said }: RuledInbound): FormMessage[] =>
  said.flatMap(({ text, postback, messageId: _, ...one }) => {
    if (postback === null) return [{ text, ...one }];
    const tap = readFormTap(postback);
    if (tap) return [{ text, tap }];
    return readQuickReplyAction(postback) ? [] : [{ text: postback, isButton: true }];
  });

async function byKeyword(one: Case): Promise<Ruling | null> {
  const { inbound, settings, looked } = one;
  if (inbound.handling === 'operator') return null;
  const meets = (text: string): KeywordReply | null => findKeyword(settings.keywords, text);
  const keyword = looked.map(meets).find((found) => found !== null);
  if (!keyword) return null;
  const isSettled = isAllMet(one, (text) => meets(text) !== null);
  const composed = keyword.content && (await composeReply(one, keyword.content));
  if (composed) {
    const said = { composed, isSettled };
    if (!keyword.wantsPerson) return { ...NO_RULING, ...said };
    const wanted = await wantPerson(one, 'keyword', '');
    return { ...wanted, reply: wanted.reply || null, ...said };
  }
  // The composed reply can't be sent any more, and there is no text instead.
  if (keyword.reply === '') return call(one);
  if (!keyword.wantsPerson) return { ...NO_RULING, reply: keyword.reply, isSettled };
  return { ...(await wantPerson(one, 'keyword', keyword.reply, keyword.reply)), isSettled };
}

/** Builds the composed reply; null: nothing of it can be sent. */
const composeReply = (
  { transaction, inbound: { conversationId }, composer }: Case,
  content: MessageContent,
): Promise<BuiltMessage | null> => buildComposed(transaction, composer ?? null, { content, conversationId });

async function byWords(one: Case): Promise<Ruling | null> {
  const { inbound, settings, looked } = one;
  if (inbound.handling === 'operator') return null;
  const asks = (text: string): boolean => asksForPerson(text, settings.handover.words);
  if (!looked.some(asks)) return null;
  const ruling = await call(one);
  return { ...ruling, isSettled: isAllMet(one, asks) };
}

/** Who asks again while staff are on their way hears it once. */
async function call(one: Case): Promise<Ruling> {
  const { transaction, inbound, voice } = one;
  const isCalled = inbound.handling === 'waiting';
  const { newest } = isCalled ? await findNotices(transaction, inbound.conversationId) : { newest: null };
  const ruling = await wantPerson(one, 'handed_over', voice.words.handedOver);
  return newest === 'called' && ruling.reply === voice.words.handedOver
    ? { ...ruling, reply: null }
    : { ...ruling, notice: 'called' };
}

/** What else was said is the bot's to answer, with this beside it. */
const isAllMet = ({ conversation, looked }: Case, isMet: (text: string) => boolean): boolean =>
  !conversation.isAnswerOwed && looked.every(isMet);

/**
 * What came that is not text, after `said` was decided for what is. A keyword that names the data of a tap has dealt
 * with the tap.
 */
async function bySent(one: Case, said: Ruling): Promise<Ruling> {
  const { inbound, isAnswered } = one;
  const open = inbound.sent.filter(({ kind }) => !(kind === 'postback' && isSaid(said)));
  // The operator who has the conversation sees it; a person who was called looks at all of it.
  if (inbound.handling === 'operator' || open.length === 0 || said.handling === 'waiting') return said;
  const isPersons = !isAnswered || open.some(({ mode }) => mode === 'person');
  if (isPersons) return wantLook(one, said, kindsOf(open));
  const asked = open.filter((each) => !isSticker(each));
  return asked.length > 0 ? askForWords(one, said, kindsOf(asked)) : keepStill(one, said);
}

const isSaid = ({ reply, composed }: Ruling): boolean => reply !== null || composed !== undefined;

const kindsOf = (sent: RuledInbound['sent']): ReadonlySet<ContentKind> =>
  new Set(sent.map(({ kind }) => kind));

/** A sticker by itself wants no answer, and opens nothing that was closed. */
const keepStill = (one: Case, said: Ruling): Ruling => ({
  ...said,
  isSettled: isSettledBy(one, said),
  handling: one.inbound.handling === 'closed' ? (said.handling ?? 'closed') : said.handling,
});

const isSticker = ({ kind }: RuledInbound['sent'][number]): boolean => kind === 'sticker';

/** A person will look at it; the customer is told so once while they wait. */
async function wantLook(one: Case, said: Ruling, kinds: ReadonlySet<ContentKind>): Promise<Ruling> {
  const { transaction, inbound, voice } = one;
  const isWaiting = inbound.handling === 'waiting';
  const { isPersonTold } = await findNotices(transaction, inbound.conversationId);
  if (isWaiting && isPersonTold) return { ...said, isSettled: isSettledBy(one, said) };
  const { reply } = await wantPerson(one, 'not_text', receivedWords(voice, kinds));
  return {
    reply: together(said.reply, reply),
    isSettled: isSettledBy(one, said),
    handling: isWaiting ? said.handling : 'waiting',
    waitingReason: isWaiting ? said.waitingReason : 'not_text',
    notice: 'person',
  };
}

function receivedWords({ words }: Voice, kinds: ReadonlySet<ContentKind>): string {
  const [only] = kinds.size === 1 ? kinds : [];
  if (only === 'image') return words.pictureReceived;
  if (only === 'audio') return words.voiceReceived;
  if (only === 'location') return words.locationReceived;
  return only === 'file' ? words.fileReceived : words.received;
}

/** The customer is asked to write; not twice in a row (a tap that can't be done may be another one), nor while a person is coming. */
async function askForWords(one: Case, said: Ruling, kinds: ReadonlySet<ContentKind>): Promise<Ruling> {
  const { transaction, inbound, voice } = one;
  const settled = { ...said, isSettled: isSettledBy(one, said) };
  if (inbound.handling === 'waiting' || isSaid(said) || !settled.isSettled) return settled;
  const { newest } = await findNotices(transaction, inbound.conversationId);
  return newest === 'ask' && !kinds.has('postback')
    ? settled
    : { ...settled, reply: unreadWords(voice, kinds), notice: 'ask' };
}

function unreadWords({ words }: Voice, kinds: ReadonlySet<ContentKind>): string {
  const [only] = kinds.size === 1 ? kinds : [];
  if (only === 'image') return words.pictureUnread;
  if (only === 'postback') return words.notOffered;
  return only === 'audio' ? words.voiceUnread : words.unsupported;
}

/** Nothing of it is left for the bot. */
const isSettledBy = ({ inbound, conversation }: Case, said: Ruling): boolean =>
  said.isSettled || (!inbound.wantsAnswer && !conversation.isAnswerOwed);

const together = (...texts: readonly (string | null)[]): string | null =>
  texts.filter((text) => text !== null).join('\n\n') || null;

/** Hands over to a person. `whenThere` is the reply while staff are there, `anyway` the one at any time. */
async function wantPerson(
  { transaction, inbound, settings, conversation, isAnswered, voice, now }: Case,
  waitingReason: Ruling['waitingReason'],
  whenThere: string,
  anyway: string | null = null,
): Promise<Ruling> {
  // Where no bot answers, none is promised until staff are back.
  const wanted = isAnswered && waitingReason === 'handed_over' ? 'asked' : 'unanswered';
  const note = outOfOfficeNotice(settings, { voice, wanted }, now, conversation.outOfOfficeSentAt);
  if (note) await conversations.recordOutOfOfficeNotice(transaction, inbound.conversationId);
  const first = isStaffed(settings, now) ? whenThere : anyway;
  return { reply: together(first, note), isSettled: true, handling: 'waiting', waitingReason };
}
