import type { SessionItem } from '@hanasu/contract/sessions';
import bowser from 'bowser';

type Device = SessionItem['device'];

const KINDS: Readonly<Record<string, Device['kind']>> = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
};

/** What a browser says it is. Anything that names no known kind of device is taken for a program. */
export function deviceOf(userAgent: string): Device {
  if (userAgent.trim() === '') return { browser: null, system: null, kind: 'program' };
  const { browser, os, platform } = bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    system: os.name || null,
    kind: KINDS[platform.type ?? ''] ?? 'program',
  };
}
