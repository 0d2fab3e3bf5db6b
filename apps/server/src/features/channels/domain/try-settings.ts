import type { ChannelSettings, tryChannelSettings } from '@hanasu/contract/channel-settings';
import { asksForPerson } from '@hanasu/models/builtin/asks-for-person';
import type { z } from 'zod';
import { findKeyword } from './keywords.ts';
import { holidayAt, isStaffed, opensAt } from './staff-hours.ts';

/** What a message would meet at a time. */
export function trySettings(
  settings: ChannelSettings,
  text: string,
  at: Date,
): z.infer<typeof tryChannelSettings.output> {
  const keyword = findKeyword(settings.keywords, text);
  return {
    keyword: keyword?.id ?? null,
    reply: keyword?.reply ?? null,
    wantsPerson: keyword ? keyword.wantsPerson : asksForPerson(text, settings.handover.words),
    isOpen: isStaffed(settings, at),
    holiday: holidayAt(settings, at),
    opensAt: opensAt(settings, at)?.toISOString() ?? null,
  };
}
