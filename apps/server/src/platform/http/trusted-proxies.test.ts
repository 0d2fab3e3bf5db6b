import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../app/config.ts';
import { readTrustedProxies, trustOf } from './trusted-proxies.ts';

const read = (text: string) => {
  const proxies = readTrustedProxies(text);
  if (typeof proxies === 'string') throw new Error(proxies);
  return proxies;
};

describe('TRUST_PROXY', () => {
  test.each([
    'true',
    'TRUE',
    'yes',
    '99',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'proxy.local',
    '1.2.3',
  ])('%s stops the start and says what to write instead', (text) => {
    const outcome = parseConfig({ TRUST_PROXY: text });
    expect(outcome.kind === 'invalid' && outcome.problems).toEqual([
      expect.stringMatching(/^TRUST_PROXY: .+write the number of proxies .+ or their addresses/),
    ]);
  });

  test('unset, false and 0 believe nobody', () => {
    for (const text of ['', 'false', '0']) expect(trustOf(read(text))).toBe(false);
  });

  test('a list is addresses and networks of both kinds', () => {
    expect(read(' 10.0.0.0/8, 203.0.113.7,2001:db8::/48 ,::1')).toEqual({
      hops: 0,
      networks: ['10.0.0.0/8', '203.0.113.7/32', '2001:db8::/48', '::1/128'],
    });
  });
});

test('listed proxies are believed wherever they stand, others are not', () => {
  const trust = trustOf(read('203.0.113.7, 2001:db8::/48'));
  if (trust === false) throw new Error('nobody is trusted');
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:0:9::1'])
    expect(trust(address, 3)).toBe(true);
  for (const address of ['203.0.113.8', '127.0.0.1', '2001:db8:1::1', 'unknown', '']) {
    expect(trust(address, 0)).toBe(false);
  }
});

test('a number of proxies is believed when the nearest calls from a loopback or private address', () => {
  const trust = trustOf(read('2'));
  if (trust === false) throw new Error('nobody is trusted');
  for (const address of ['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.31.0.9', 'fd00::1']) {
    expect(trust(address, 0)).toBe(true);
  }
  for (const address of ['198.51.100.4', '172.32.0.1', '2001:db8::1']) expect(trust(address, 0)).toBe(false);
  expect(trust('198.51.100.4', 1)).toBe(true);
  expect(trust('198.51.100.4', 2)).toBe(false);
});
