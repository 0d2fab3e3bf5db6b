import {
  DEFAULT_RESUME_WORDS,
  DEFAULT_UNSUBSCRIBE_WORDS,
  subscriptionForm,
} from '@hanasu/contract/broadcast-settings';
import {
  type CustomerLanguage,
  customerLanguage,
  customerWords,
} from '@hanasu/contract/customer-words/customer-words';
import type { ConversationId, FriendId } from '@hanasu/contract/ids';
import { clearLanguage } from '@hanasu/models/builtin/detect-language';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { CustomerEvent } from '../../../platform/feature.ts';
import {
  findWords,
  findWriter,
  refusesUnasked,
  type SubscriptionWords,
  type Writer,
} from '../contacts.store.ts';
import { changeConsent } from './change-customer.ts';
import { phoneCountry } from './normalise-contacts.ts';

/** Longer words can't be chosen. */
const LONGEST_WORD = 60;

interface SubscriptionMessage {
  readonly friendId: FriendId;
  readonly text: string;
  /** Those of the account, null when they were never changed; absent: they are not known yet. */
  readonly words?: SubscriptionWords | null;
}

/**
 * Applies words by which people unsubscribe, in a friend's own chat: who sends exactly one gets nothing any more that
 * they have not asked for, until they send one by which they come back. Returns the confirmation; null: the text is
 * none of these words.
 */
export async function heedSubscription(
  transaction: AccountTransaction,
  { friendId, text, words: known }: SubscriptionMessage,
): Promise<string | null> {
  if (text.length > LONGEST_WORD) return null;
  const words = known === undefined ? await findWords(transaction) : known;
  const said = subscriptionForm(text);
  const isOne = (some: readonly string[]) =>
    said !== '' && some.some((word) => subscriptionForm(word) === said);
  const returning = words?.returning ?? DEFAULT_RESUME_WORDS;
  const leaves = isOne(words?.leaving ?? DEFAULT_UNSUBSCRIBE_WORDS);
  if (!leaves && !isOne(returning)) return null;
  const writer = await findWriter(transaction, friendId);
  if (!writer) return null;
  const { customerId, tagId, tone } = writer;
  const consent = leaves ? 'withdrawn' : 'given';
  await changeConsent(transaction, customerId, { friendId, consent, tagId });
  const language = languageOf(writer, text);
  const { unsubscribed, subscribed } = customerWords(language, tone);
  return leaves ? unsubscribed(wayBack(returning, language)) : subscribed;
}

/** Language for the confirmation: of the channel, of a word that is not English, of the profile, or of the place. */
function languageOf({ language, speaks, timeZone }: Writer, text: string): CustomerLanguage {
  const channelLanguage = customerLanguage(speaks);
  if (channelLanguage) return channelLanguage;
  const clear = clearLanguage(text);
  if (clear && clear !== 'en') return clear;
  return customerLanguage(language) ?? LANGUAGE_OF[phoneCountry(undefined, timeZone) ?? ''] ?? 'en';
}

const LANGUAGE_OF: Readonly<Record<string, CustomerLanguage>> = { JP: 'ja', VN: 'vi' };

/** The first word that is of their language, or else the first. */
function wayBack(words: readonly string[], language: CustomerLanguage): string {
  const isOfIt = (word: string): boolean =>
    language === 'en' ? /^\p{ASCII}+$/u.test(word) : clearLanguage(word) === language;
  return words.find(isOfIt) ?? words[0] ?? '';
}

/** Events that the customer caused: what follows from them is an answer. */
const ASKED: ReadonlySet<CustomerEvent['kind']> = new Set(['message', 'tapped', 'submitted', 'handover']);

/** True: a rule would send them something that they have not asked for, and they want no such thing. */
export const isUnwanted = async (
  transaction: AccountTransaction,
  { kind }: Pick<CustomerEvent, 'kind'>,
  id: ConversationId,
): Promise<boolean> => !ASKED.has(kind) && (await refusesUnasked(transaction, id));
