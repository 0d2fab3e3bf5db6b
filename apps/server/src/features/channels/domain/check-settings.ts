import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import { localMoment } from '@hanasu/contract/open-hours';
import { AppError } from '../../../platform/app-error.ts';
import { findUnsafePattern } from './keywords.ts';

/** What a schema can't tell. `path` is where the settings stand in the request. */
export function checkSettings(settings: ChannelSettings, path: string): void {
  if (!isTimeZone(settings.timeZone))
    throw AppError.field('validation_failed', `${path}.timeZone`, 'is no time zone');
  const ids = settings.keywords.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0)
    throw AppError.field('validation_failed', `${path}.keywords.${twice}.id`, 'stands there twice');
  const days = settings.days.map(({ day }) => day);
  const again = days.findIndex((day, index) => days.indexOf(day) !== index);
  if (again >= 0)
    throw AppError.field('validation_failed', `${path}.days.${again}.day`, 'stands there twice');
  const unsafe = findUnsafePattern(settings.keywords);
  if (unsafe)
    throw AppError.field(
      'pattern_unsafe',
      `${path}.keywords.${unsafe.keyword}.words.${unsafe.word}`,
      unsafe.detail,
    );
}

function isTimeZone(name: string): boolean {
  try {
    localMoment(name, new Date(0));
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
