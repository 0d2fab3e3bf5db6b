import type { Locale } from '@hanasu/contract/accounts';
import type { NotifyEvent } from '@hanasu/contract/notify';
import { bodyWords, EVENT_WORDS } from './notify-words.ts';

/** One thing as it is told. */
export interface ToldItem {
  readonly event: NotifyEvent;
  readonly subject: string;
  readonly body: string;
  readonly path: string;
  readonly createdAt: Date;
}

/** More than this is only counted. */
const SHOWN = 10;

const MORE = {
  en: (count: number) => `… and ${count} more`,
  ja: (count: number) => `… ほか${count}件`,
  vi: (count: number) => `… và ${count} mục khác`,
} satisfies Record<Locale, (count: number) => string>;

/** One paragraph each, with a link. */
export function linesOf(locale: Locale, items: readonly ToldItem[], publicUrl: string): string[] {
  const lines = items.slice(0, SHOWN).map((item) => `${headOf(locale, item)}\n${publicUrl}${item.path}`);
  return items.length > SHOWN ? [...lines, MORE[locale](items.length - SHOWN)] : lines;
}

export function headOf(locale: Locale, { event, subject, body }: ToldItem): string {
  const said = bodyWords(locale, event, body);
  const head = subject === '' ? EVENT_WORDS[locale][event] : `${EVENT_WORDS[locale][event]}: ${subject}`;
  return said === '' ? head : `${head} — ${said}`;
}
