import type { InboundContent } from '@hanasu/channels/spec/channel';
import {
  type ChannelSettings,
  CONTENT_KINDS,
  type ContentKind,
  type ContentMode,
} from '@hanasu/contract/channel-settings';
import { readQuickReplyAction } from './customer-texts.ts';

/** A message as far as it decides who reads it. */
type Content = Pick<InboundContent, 'kind' | 'text' | 'data'>;

const KINDS: ReadonlySet<string> = new Set(CONTENT_KINDS);

/** Which of the channel's settings says what becomes of it; null: words for the bot, or a tap that is our own. */
function contentKind({ kind, text, data }: Content): ContentKind | null {
  if (kind === 'text') return text.trim() === '' ? 'other' : null;
  if (kind === 'postback') return isOwnTap(data) || isChoice(data) ? null : 'postback';
  return KINDS.has(kind) ? (kind as ContentKind) : 'other';
}

const isOwnTap = (data: Content['data']): boolean =>
  readQuickReplyAction(typeof data.data === 'string' ? data.data : null) !== null;

/** A date or time that was picked is said in words. */
const isChoice = (data: Content['data']): boolean => typeof data.chosen === 'string';

/** The customer has seen what their tap did: it opened another part of the menu. */
const needsNothing = ({ data }: Content): boolean => data.menuSwitched === true;

/** Who reads it: `bot` as words, a picture or a recording; null: our own tap, which a rule has dealt with. */
function modeOf(settings: ChannelSettings, content: Content): ContentMode | null {
  const kind = contentKind(content);
  if (kind !== null) return needsNothing(content) ? null : settings.content[kind];
  return content.kind === 'text' || isChoice(content.data) ? 'bot' : null;
}

/** The words that the bot reads of a customer's message; null: it is not the bot's. */
function wordsForBot(settings: ChannelSettings, content: Content): string | null {
  if (modeOf(settings, content) !== 'bot') return null;
  const { kind, text, data } = content;
  switch (kind) {
    case 'postback':
      return typeof data.chosen === 'string' ? choiceInWords(data.chosen, data.data) : text;
    case 'location':
      return [text, `[${[data.latitude, data.longitude].join(', ')}]`].filter(Boolean).join('\n');
    case 'audio':
      return [text, data.transcript].filter((words) => typeof words === 'string' && words !== '').join('\n');
    default:
      return text;
  }
}

const choiceInWords = (chosen: string, data: unknown): string =>
  typeof data === 'string' && data !== '' ? `${chosen} (${data})` : chosen;

/** Words that people typed, also beside a picture; file names and words of stickers are not theirs. */
const typedWords = ({ kind, text }: Content): string =>
  ['text', 'image', 'video', 'audio'].includes(kind) ? text.trim() : '';

/** Who reads a message of a customer, and what of it. */
export interface ClassifiedContent {
  /** The setting that decides; null: text for the bot, or a tap that is our own. */
  readonly kind: ContentKind | null;
  /** Null: nobody, as a rule has dealt with it or there is nothing to do. */
  readonly mode: ContentMode | null;
  /** What the customer typed, also beside a picture. */
  readonly typed: string;
  /** What the bot reads; null: it is not for the bot. */
  readonly forBot: string | null;
}

export const classifyContent = (settings: ChannelSettings, content: Content): ClassifiedContent => ({
  kind: contentKind(content),
  mode: modeOf(settings, content),
  typed: typedWords(content),
  forBot: wordsForBot(settings, content),
});
