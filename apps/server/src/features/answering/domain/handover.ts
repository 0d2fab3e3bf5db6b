import type { BotSettings } from '@hanasu/contract/bots';
import { foldDiacritics, normaliseText } from '@hanasu/models/builtin/fold-text';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LONGEST_LOOKED_AT = 8_000;

const fold = (text: string): string => foldDiacritics(normaliseText(text));
const wordsOf = (text: string): string => ` ${(text.match(/[\p{L}\p{M}\p{N}']+/gu) ?? []).join(' ')} `;
const withoutSpace = (text: string): string => text.replaceAll(/\s+/gu, '');

/**
 * Whether a message asks for a person with one of the bot's words. Case, width and accents don't matter. Whole words
 * count where words are written apart; Japanese is found anywhere.
 */
export function asksForPerson(message: string, words: BotSettings['handoverWords']): boolean {
  if (words.length === 0) return false;
  const folded = fold(message.slice(0, LONGEST_LOOKED_AT));
  const asWords = wordsOf(folded);
  const asOne = withoutSpace(folded);
  return words.some((word) => {
    const wanted = fold(word);
    if (CJK.test(wanted)) return asOne.includes(withoutSpace(wanted));
    return wanted.trim() !== '' && wordsOf(wanted) !== '  ' && asWords.includes(wordsOf(wanted));
  });
}

type BusinessHours = NonNullable<BotSettings['businessHours']>;
const MINUTES_A_DAY = 1_440;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Whether people are there at a time. `until` before `from`, or the same, goes on over midnight. */
export function isOpen({ timeZone, open }: BusinessHours, now: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  const day = DAYS.indexOf(part('weekday'));
  const minute = Number(part('hour')) * 60 + Number(part('minute'));
  return open.some((hours) => {
    const from = minutesOf(hours.from);
    const until = minutesOf(hours.until);
    const length = until > from ? until - from : until + MINUTES_A_DAY - from;
    const daysAgo = (day - hours.day + 7) % 7;
    const since = minute + daysAgo * MINUTES_A_DAY - from;
    return daysAgo <= 1 && since >= 0 && since < length;
  });
}
