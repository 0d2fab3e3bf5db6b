import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { OutgoingLook } from '@hanasu/channels/spec/outgoing';
import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { ConversationId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { type Answering, answerLook } from './domain/answer-look.ts';
import { languageFor, PERSON_WILL_LOOK } from './domain/channel-words.ts';
import { nobodyThere } from './domain/nobody-there.ts';
import { readSettings, type StoredSettings } from './domain/read-settings.ts';
import { findSettingsOf } from './settings.store.ts';

/** What a turn of a bot knows of its channel and conversation. */
export interface TurnOnChannel {
  readonly settings: StoredSettings;
  /** Of the friend's profile. */
  readonly language: string | null;
  readonly nobodyToldAt: Date | null;
  readonly isWaiting: boolean;
  /** Texts of the customer in this conversation, the question last. */
  readonly asked: readonly string[];
  readonly newest: Answering['newest'];
}

export interface AnsweredOnChannel {
  readonly botName: string;
  readonly suggestedQuestions: readonly string[];
  /** Somebody is wanted for what the bot said or did not say. */
  readonly wantsPerson: boolean;
  /** Of the best passage the bot found, 0 to 1; null: it did not look for any. */
  readonly confidence: number | null;
}

export interface Dressing {
  readonly look: OutgoingLook;
  /** Said after the answer, because nobody is there; null: nothing. */
  readonly note: string | null;
  /** The bot answered, but is less sure than it should be. */
  readonly isUnsure: boolean;
  readonly settings: ChannelSettings;
}

/** What a customer hears whose picture or recording the bot could not read, while staff are there. */
export function personWillLook(turn: TurnOnChannel, typed: string): string {
  return PERSON_WILL_LOOK[languageFor(readSettings(turn.settings), typed, turn.language)];
}

type Handover = ChannelSettings['handover'];

/** When the channel of a conversation wants a person for what its bot has answered; null: it is on none. */
export async function findHandover(
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<Handover | null> {
  const stored = await findSettingsOf(transaction, conversationId);
  return stored && readSettings(stored).handover;
}

/** The bot is less sure than the channel wants it to be. */
export const isLessSure = ({ confidenceBelow }: Handover, confidence: number | null): boolean =>
  confidenceBelow !== null && confidence !== null && confidence < confidenceBelow;

/** How the channel wants an answer of its bot to look, and what it adds. */
export function dressAnswer(
  turn: TurnOnChannel,
  answer: AnsweredOnChannel,
  capabilities: ChannelManifest['capabilities'],
  now: Date,
): Dressing {
  const settings = readSettings(turn.settings);
  const isUnsure = isLessSure(settings.handover, answer.confidence);
  const wantsPerson = answer.wantsPerson || isUnsure;
  const language = languageFor(settings, turn.asked.at(-1) ?? '', turn.language);
  return {
    settings,
    isUnsure,
    note: wantsPerson ? nobodyThere(settings, language, now, turn.nobodyToldAt) : null,
    look: answerLook({
      settings,
      capabilities,
      language,
      botName: answer.botName,
      suggestedQuestions: answer.suggestedQuestions,
      asked: turn.asked,
      wantsPerson: wantsPerson || turn.isWaiting,
      newest: turn.newest,
    }),
  };
}
