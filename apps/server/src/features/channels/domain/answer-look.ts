import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { OutgoingLook, QuickReply } from '@hanasu/channels/spec/outgoing';
import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import { foldText } from '@hanasu/models/builtin/asks-for-person';
import type { Language } from './channel-words.ts';
import { offerPerson } from './quick-taps.ts';

export interface Answering {
  readonly settings: ChannelSettings;
  readonly capabilities: ChannelManifest['capabilities'];
  readonly language: Language;
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
export function answerLook(answering: Answering): OutgoingLook {
  const { settings, capabilities, botName } = answering;
  const { look } = settings;
  return {
    quickReplies: capabilities.quickReplies ? answerQuickReplies(answering) : [],
    sender: look.showSender && capabilities.senderIdentity ? { name: botName, iconUrl: null } : null,
    quote: look.quoteQuestion ? quoteOf(answering) : null,
  };
}

type Offering = Pick<Answering, 'settings' | 'language' | 'suggestedQuestions' | 'asked' | 'wantsPerson'>;

/** What can be tapped under an answer of a bot. */
export function answerQuickReplies(offering: Offering): QuickReply[] {
  const { handover, look } = offering.settings;
  return [
    ...(look.suggestQuestions ? suggestions(offering) : []),
    ...(handover.offer && !offering.wantsPerson ? [offerPerson(offering.language)] : []),
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
