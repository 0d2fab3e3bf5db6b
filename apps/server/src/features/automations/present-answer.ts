import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { MessageOptions, QuickReply } from '@hanasu/channels/spec/outgoing';
import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { CustomerLanguage } from '@hanasu/contract/customer-words/customer-words';
import type { CustomerWords } from '@hanasu/contract/customer-words/en';
import type { ConversationId } from '@hanasu/contract/ids';
import { foldText } from '@hanasu/contract/text';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { StoredSettings } from '../channels/public.ts';
import { findSettingsOf } from './automations.store.ts';
import { offerPerson, type Voice, voiceFor } from './customer-texts.ts';
import { outOfOfficeNotice } from './hours.ts';
import { readSettings } from './settings/read-settings.ts';

/** What a turn of a bot knows of its channel and conversation. */
export interface TurnOnChannel {
  readonly settings: StoredSettings;
  /** Of the friend's profile. */
  readonly language: string | null;
  readonly outOfOfficeSentAt: Date | null;
  readonly isWaiting: boolean;
  /** Texts of the customer in this conversation, the question last. */
  readonly asked: readonly string[];
  readonly newest: Answering['newest'];
}

export interface AnsweredOnChannel {
  readonly botName: string;
  readonly tone: string;
  /** It says itself that staff have to look. */
  readonly isUnanswered: boolean;
  readonly suggestedQuestions: readonly string[];
  /** The answer needs a person. */
  readonly wantsPerson: boolean;
  /** Of the best passage the bot found, 0 to 1; null: it did not look for any. */
  readonly confidence: number | null;
}

export interface MessagePresentation {
  readonly look: MessageOptions;
  /** The out-of-office notice after the answer; null: none. */
  readonly note: string | null;
  /** The bot answered, but is less sure than it should be. */
  readonly isUnsure: boolean;
  readonly settings: ChannelSettings;
  readonly words: CustomerWords;
}

/** The reply to pictures and recordings that the bot could not read, while staff are there. */
export function staffWillLook(turn: TurnOnChannel, tone: string, kinds: ReadonlySet<string>): string {
  const { words } = voiceOf(turn, tone);
  return kinds.has('audio') && !kinds.has('image') ? words.voiceReceived : words.pictureReceived;
}

const voiceOf = (turn: TurnOnChannel, tone: string): Voice =>
  voiceFor(readSettings(turn.settings), { texts: turn.asked.toReversed(), known: turn.language, tone });

type Handover = ChannelSettings['handover'];

interface HandoverRules {
  readonly isUnsure: boolean;
  readonly afterFailures: number | null;
  /** The customer waits for staff. */
  readonly isWaiting: boolean;
  /** Of our own words; null: of what the customer writes in. */
  readonly language: CustomerLanguage | null;
}

/** What the channel of a conversation says of an answer of its bot; null: it is on none. */
export async function findHandover(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  confidence: number | null,
): Promise<HandoverRules | null> {
  const stored = await findSettingsOf(transaction, conversationId);
  if (!stored) return null;
  const { handover, language } = readSettings(stored);
  return {
    isUnsure: isLessSure(handover, confidence),
    afterFailures: handover.afterFailures,
    isWaiting: stored.isWaiting,
    language: language === 'auto' ? null : language,
  };
}

/** The bot is less sure than the channel wants it to be. */
const isLessSure = ({ confidenceBelow }: Handover, confidence: number | null): boolean =>
  confidenceBelow !== null && confidence !== null && confidence < confidenceBelow;

/** How the channel wants an answer of its bot to look, and what it adds. */
export function presentAnswer(
  turn: TurnOnChannel,
  answer: AnsweredOnChannel,
  capabilities: ChannelManifest['capabilities'],
  now: Date,
): MessagePresentation {
  const settings = readSettings(turn.settings);
  const isUnsure = isLessSure(settings.handover, answer.confidence);
  const wantsPerson = answer.wantsPerson || isUnsure;
  const voice = voiceOf(turn, answer.tone);
  const wanted = answer.isUnanswered ? 'unanswered' : 'asked';
  return {
    settings,
    words: voice.words,
    isUnsure,
    note: wantsPerson ? outOfOfficeNotice(settings, { voice, wanted }, now, turn.outOfOfficeSentAt) : null,
    look: messageOptions({
      settings,
      capabilities,
      words: voice.words,
      botName: answer.botName,
      suggestedQuestions: answer.suggestedQuestions,
      asked: turn.asked,
      wantsPerson: wantsPerson || turn.isWaiting,
      newest: turn.newest,
    }),
  };
}

export interface Answering {
  readonly settings: ChannelSettings;
  readonly capabilities: ChannelManifest['capabilities'];
  readonly words: CustomerWords;
  readonly botName: string;
  readonly suggestedQuestions: readonly string[];
  /** Texts of the customer in this conversation. */
  readonly asked: readonly string[];
  /** A person is wanted already: offering one would promise it twice. */
  readonly wantsPerson: boolean;
  /** The newest message that is answered. */
  readonly newest: { readonly quoteToken: string | null; readonly vendorMessageId: string | null } | null;
}

/** More than these are in the way on a phone. */
const MOST_QUESTIONS = 3;
/** What a quick reply's label holds on every channel. */
const LABEL = 20;

/** How an answer of a bot looks on its channel. */
export function messageOptions(answering: Answering): MessageOptions {
  const { settings, capabilities, botName } = answering;
  const { look } = settings;
  return {
    quickReplies: capabilities.quickReplies ? answerQuickReplies(answering) : [],
    sender: look.showSender && capabilities.senderIdentity ? { name: botName, iconUrl: null } : null,
    quote: look.quoteQuestion ? quoteOf(answering) : null,
  };
}

type Offering = Pick<Answering, 'settings' | 'words' | 'suggestedQuestions' | 'asked' | 'wantsPerson'>;

/** What can be tapped under an answer of a bot. */
export function answerQuickReplies(offering: Offering): QuickReply[] {
  const { handover, look } = offering.settings;
  return [
    ...(look.suggestQuestions ? suggestions(offering) : []),
    ...(handover.offer && !offering.wantsPerson ? [offerPerson(offering.words)] : []),
  ];
}

function suggestions({ suggestedQuestions, asked }: Offering): QuickReply[] {
  const known = new Set(asked.map(foldText));
  return suggestedQuestions
    .filter((question) => !known.has(foldText(question)))
    .slice(0, MOST_QUESTIONS)
    .map((question) => ({ label: shortened(question), text: question }));
}

function shortened(question: string): string {
  const letters = [...new Intl.Segmenter().segment(question)].map(({ segment }) => segment);
  const fits = question.length <= LABEL;
  if (fits) return question;
  let label = '';
  for (const letter of letters) {
    if (label.length + letter.length > LABEL - 1) break;
    label += letter;
  }
  return `${label.trimEnd()}…`;
}

function quoteOf({ capabilities, newest }: Answering): string | null {
  if (capabilities.quoting === 'token') return newest?.quoteToken ?? null;
  return capabilities.quoting === 'id' ? (newest?.vendorMessageId ?? null) : null;
}
