import type { InboundContent, InboundEventBody } from '@hanasu/channels/spec/channel';
import {
  type ChannelSettings,
  CONTENT_KINDS,
  type ContentKind,
  type ContentMode,
} from '@hanasu/contract/channel-settings';
import { readQuickReplyAction } from './quick-replies.ts';

/** A message as far as it decides who reads it. */
export type Content = Pick<InboundContent, 'kind' | 'text' | 'data'>;

const KINDS: ReadonlySet<string> = new Set(CONTENT_KINDS);

/** Which of the channel's settings says what becomes of it; null: words for the bot, or a tap that is our own. */
export function contentKind({ kind, text, data }: Content): ContentKind | null {
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
export function modeOf(settings: ChannelSettings, content: Content): ContentMode | null {
  const kind = contentKind(content);
  if (kind !== null) return needsNothing(content) ? null : settings.content[kind];
  return content.kind === 'text' || isChoice(content.data) ? 'bot' : null;
}

/** The words that the bot reads of a customer's message; null: it is not the bot's. */
export function wordsForBot(settings: ChannelSettings, content: Content): string | null {
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
export const typedWords = ({ kind, text }: Content): string =>
  ['text', 'image', 'video', 'audio'].includes(kind) ? text.trim() : '';

/**
 * What customers do that is no message, and needs neither an answer nor a person. Anything a customer does that is not
 * named here, also of kinds that the product doesn't know yet, makes the conversation wait for a person.
 */
const NEEDS_NOTHING: Readonly<Record<string, string>> = {
  join: 'the group is greeted',
  leave: 'the account is no longer there',
  memberJoined: 'it is about the group, not said to the account',
  memberLeft: 'it is about the group, not said to the account',
  beacon: 'they passed by a transmitter',
  accountLink: 'the web site they linked has shown the result',
  membership: 'the vendor runs subscriptions and confirms them',
  videoPlayComplete: 'they watched a video to its end',
  module: 'between the account and the vendor',
  activated: 'between the account and the vendor',
  deactivated: 'between the account and the vendor',
  botSuspended: 'between the account and the vendor',
  botResumed: 'between the account and the vendor',
  delivery: 'a receipt',
  consentAsked: 'staff asked for it',
  chatOpened: 'their first message follows',
  menuTapped: 'the menu has done what its entry says',
  widgetAccepted: 'their first message follows',
  tagAdded: 'staff did it',
  tagRemoved: 'staff did it',
};

/** Signs of life that are no messages: from them the channel's window is counted as well. */
const SIGNS_OF_LIFE = new Set(['chatOpened', 'menuTapped', 'widgetAccepted', 'consentGiven']);

export const showsLife = (what: InboundEventBody): boolean =>
  what.kind === 'happening' &&
  (SIGNS_OF_LIFE.has(what.event) || (what.event === 'call' && what.data.from === 'friend'));

/** Something a customer did without writing, after which a person should look. */
export function needsLook(what: InboundEventBody): boolean {
  if (what.kind === 'other') return true;
  if (what.kind !== 'happening') return false;
  // A call of ours is no act of theirs.
  if (what.event === 'call' && what.data.from !== 'friend') return false;
  return !Object.hasOwn(NEEDS_NOTHING, what.event);
}
