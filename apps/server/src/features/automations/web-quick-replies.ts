import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { ChannelId, ConversationId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { findRuled, findSettings } from './automations.store.ts';
import { languageFor } from './customer-texts.ts';
import { answerQuickReplies } from './present-answer.ts';
import { offerBot, offerScores } from './quick-reply-actions.ts';
import { readSettings } from './settings/read-settings.ts';

export interface ReadConversation {
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
export async function builtInQuickReplies(
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
  const language = languageFor(settings, asked.at(-1) ?? '', conversation.language);
  const isPersons = handling === 'operator';
  if (last === 'operator') return isPersons && settings.giveBack.offer ? [offerBot(language)] : [];
  if (isPersons) return [];
  const wantsPerson = handling === 'waiting';
  return answerQuickReplies({ settings, language, suggestedQuestions, asked, wantsPerson });
}
