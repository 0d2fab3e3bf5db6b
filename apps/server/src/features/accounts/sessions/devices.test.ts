import { expect, test } from 'vitest';
import { deviceOf } from './sessions.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Windows', kind: 'desktop' },
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1`,
    { browser: 'Safari', system: 'iOS', kind: 'mobile' },
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1`,
    { browser: 'Safari', system: 'iOS', kind: 'tablet' },
  ],
  ['curl/8.1', { browser: null, system: null, kind: 'program' }],
  ['', { browser: null, system: null, kind: 'program' }],
  ['(('.repeat(150), { browser: null, system: null, kind: 'program' }],
])('%s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});
