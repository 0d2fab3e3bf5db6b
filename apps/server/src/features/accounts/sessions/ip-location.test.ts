import { expect, test } from 'vitest';
import { createIpLocations } from './ip-location.ts';

const places = createIpLocations();

test.each([
  ['8.8.8.8', 'US'],
  ['133.11.0.1', 'JP'],
  ['203.119.8.1', 'VN'],
  ['::ffff:133.11.0.1', 'JP'],
  ['2001:4860:4860::8888', 'US'],
  ['127.0.0.1', null],
  ['::1', null],
  ['10.1.2.3', null],
  ['fe80::1%eth0', null],
  ['nowhere', null],
  ['', null],
])('%s is in %s', async (address, country) => {
  expect(await places.countryOf(address)).toBe(country);
});
