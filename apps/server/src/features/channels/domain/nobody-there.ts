import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import { type Language, NOBODY_KNOWN, NOBODY_THERE } from './channel-words.ts';
import { isStaffed, opensAt } from './staff-hours.ts';

const TAGS = { en: 'en-GB', ja: 'ja-JP', vi: 'vi-VN' } as const satisfies Record<Language, string>;

/**
 * What a customer hears who wants a person while nobody is there. Null: somebody is, or they were told since people
 * went home. `toldAt`: when they were told last.
 */
export function nobodyThere(
  settings: ChannelSettings,
  language: Language,
  at: Date,
  toldAt: Date | null,
): string | null {
  if (isStaffed(settings, at) || isToldAlready(settings, at, toldAt)) return null;
  const next = opensAt(settings, at);
  const own = settings.nobodyThere;
  if (!next) return own ? fill(own, '—') : NOBODY_KNOWN[language];
  const shown = new Intl.DateTimeFormat(TAGS[language], {
    timeZone: settings.timeZone,
    weekday: 'short',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(next);
  return fill(own || NOBODY_THERE[language], shown);
}

const fill = (text: string, value: string): string => text.replaceAll(/\{\{\s*opensAt\s*\}\}/g, () => value);

/** Told, and nobody has been there since: what came next then still lies ahead. */
function isToldAlready(settings: ChannelSettings, at: Date, toldAt: Date | null): boolean {
  if (!toldAt || isStaffed(settings, toldAt)) return false;
  const next = opensAt(settings, toldAt);
  return next === null || next > at;
}
