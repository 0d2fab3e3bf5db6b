import type { BroadcastSettings } from '@hanasu/contract/broadcast-settings';
import {
  dayAfter,
  instantOf,
  localMoment,
  MINUTES_A_DAY,
  minutesOf,
  spanMinutes,
} from '@hanasu/contract/open-hours';
import { useQuery } from '@tanstack/react-query';
import { broadcastSettingsQuery } from './broadcasts.queries.ts';
import { useZone } from './use-zone.ts';

interface Sending {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly people: number;
  readonly perHour: number;
}

/** About when the last of the people gets it. Quiet hours hold sending up. */
export function expectedEnd(
  { from, people, perHour }: Sending,
  { quiet, timeZone }: Pick<BroadcastSettings, 'quiet' | 'timeZone'>,
): Date {
  const minutes = (people * 60) / perHour;
  if (!quiet) return new Date(from + minutes * 60_000);
  const opensAt = minutesOf(quiet.until);
  const openMinutes = MINUTES_A_DAY - spanMinutes({ day: 0, ...quiet });
  const { day, minute } = localMoment(timeZone, new Date(from));
  const lastOpening = minute >= opensAt ? day : dayAfter(day, -1);
  const sinceOpening = (minute - opensAt + MINUTES_A_DAY) % MINUTES_A_DAY;
  const needed = Math.ceil(Math.min(sinceOpening, openMinutes) + minutes);
  const days = Math.max(0, Math.ceil(needed / openMinutes) - 1);
  return instantOf(timeZone, dayAfter(lastOpening, days), opensAt + needed - days * openMinutes);
}

/** The expected end as the account's clock shows it; null: not known. */
export function useExpectedEnd(sending: Sending | null): string | null {
  const { say } = useZone();
  const { data: settings } = useQuery({ ...broadcastSettingsQuery, enabled: sending !== null });
  return sending && settings ? say(expectedEnd(sending, settings).toISOString()) : null;
}
