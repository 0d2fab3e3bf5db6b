import { expect, test } from 'vitest';
import { isEmbedded, outsideAddress } from './OtherSignInMethods.tsx';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';

test.each([
  [`${IPHONE} Mobile/15E148 Safari Line/14.20.0`],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0.0.45.107;FBBV/664;FBDV/iPhone15,2]`],
  [`${IPHONE} Mobile/15E148 Another iOS/641`],
  [`${ANDROID}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36`],
  [`${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36 Line/14.19.1/IAB`],
])('%s is inside another app', (userAgent) => expect(isEmbedded(userAgent)).toBe(true));

test.each([
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  [`${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36',
  ],
])('%s is a browser', (userAgent) => expect(isEmbedded(userAgent)).toBe(false));

test('an app that obeys the address is asked to open the page outside, and nothing of the page is lost', () => {
  const inside = `${IPHONE} Mobile/15E148 Safari Line/14.20.0`;
  expect(outsideAddress(inside, 'https://example.com/Login?returnTo=%2FBot')).toBe(
    'https://example.com/Login?returnTo=%2FBot&openExternalBrowser=1',
  );
  expect(outsideAddress(`${IPHONE} Mobile/15E148 [FBAN/FBIOS]`, 'https://example.com/Login')).toBeNull();
});
