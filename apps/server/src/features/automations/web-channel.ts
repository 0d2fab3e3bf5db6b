import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { updateHealth } from '../channels/public.ts';
import { conversations } from '../conversations/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';
import { findLastTexts, findRuled, findSettings } from './automations.store.ts';
import { offerBot, offerScores, readQuickReplyAction, voiceFor } from './customer-texts.ts';
import type { FormTalk } from './form-talk.ts';
import { outOfOfficeNotice } from './hours.ts';
import { answerQuickReplies } from './present-answer.ts';
import { applyRules, NO_RULING, type RuledPlace, type Ruling } from './run-automations.ts';
import { readSettings } from './settings/read-settings.ts';

/** Automations of the web channel, which visitors read from here: nothing is sent to a vendor. */

interface Written {
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly handling: Handling;
  readonly text: string;
  /** Of the quick reply that was tapped; null: these are words. */
  readonly action: string | null;
  readonly formTalk: FormTalk;
  readonly composer: MessageComposer;
}

/** Applies the channel's rules to what a visitor wrote. */
export async function runWebChannelAutomations(
  transaction: AccountTransaction,
  { channelId, conversationId, handling, text, action, formTalk, composer }: Written,
): Promise<Ruling> {
  const [, place] = await Promise.all([
    updateHealth(transaction, channelId, 'received'),
    findPlace(transaction, channelId, conversationId),
  ]);
  if (!place) return NO_RULING;
  const postback = isOffered(place, action) ? action : null;
  const inbound = { conversationId, handling, said: [{ text, postback }], feedback: null } as const;
  return applyRules(
    transaction,
    { ...inbound, sent: [], wantsAnswer: postback === null },
    { ...place, formTalk, composer },
  );
}

/** A browser may send an action that was never offered: it counts as text, and takes no conversation from staff. */
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

/** The out-of-office notice for a visitor who waits for a person; null: staff are there, or it was sent already. */
export async function takeOutOfOfficeNotice(
  transaction: AccountTransaction,
  { channelId, conversationId }: Pick<Written, 'channelId' | 'conversationId'>,
): Promise<string | null> {
  const place = await findPlace(transaction, channelId, conversationId);
  if (!place) return null;
  const { settings, conversation } = place;
  const voice = voiceFor(settings, {
    texts: await findLastTexts(transaction, conversationId),
    known: conversation.language,
    tone: conversation.tone,
  });
  const note = outOfOfficeNotice(
    settings,
    { voice, wanted: 'asked' },
    new Date(transaction.now()),
    conversation.outOfOfficeSentAt,
  );
  if (note !== null) await conversations.recordOutOfOfficeNotice(transaction, conversationId);
  return note;
}

interface ReadConversation {
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly handling: Handling;
  /** `answer`: of a bot; `score`: the product asks how it was; `other`: of the customer, or said by a rule. */
  readonly last: 'answer' | 'score' | 'operator' | 'other';
  readonly suggestedQuestions: readonly string[];
  /** Texts of the customer, the newest last. */
  readonly asked: readonly string[];
}

/**
 * Quick replies under the last message of a conversation on a channel that is read from here and not sent. They follow
 * from what was said last and from the settings, so there is nothing to store.
 */
export async function webChannelQuickReplies(
  transaction: AccountTransaction,
  { channelId, conversationId, handling, last, suggestedQuestions, asked }: ReadConversation,
): Promise<readonly QuickReply[]> {
  if (last === 'other') return [];
  const [stored, conversation] = await Promise.all([
    findSettings(transaction, channelId),
    findRuled(transaction, conversationId),
  ]);
  if (!stored || !conversation) return [];
  const settings = readSettings(stored);
  if (last === 'score') return conversation.isScoreOpen ? offerScores() : [];
  const { words } = voiceFor(settings, {
    texts: asked.toReversed(),
    known: conversation.language,
    tone: conversation.tone,
  });
  const isPersons = handling === 'operator';
  if (last === 'operator') return isPersons && settings.giveBack.offer ? [offerBot(words)] : [];
  if (isPersons) return [];
  const wantsPerson = handling === 'waiting';
  return answerQuickReplies({ settings, words, suggestedQuestions, asked, wantsPerson });
}
