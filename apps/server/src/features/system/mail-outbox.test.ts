import { describe, expect, test } from 'vitest';
import { isOutboxOpen, OUTBOX_COOKIE } from './routes.ts';

const CODE = 'a'.repeat(43);
const here = { headers: { host: 'localhost:3000' }, addresses: ['127.0.0.1'], code: CODE };
const isOpen = (more: object, headers: object = {}) =>
  isOutboxOpen({ ...here, ...more, headers: { ...here.headers, ...headers } }, CODE);

describe('the mails are open to the link of the start', () => {
  test.each([
    ['by name', {}, {}],
    ['by address', {}, { host: '127.0.0.1:8080' }],
    ['by IPv6', { addresses: ['::1', '::1'] }, { host: '[::1]:3000' }],
    ['over a mapped address', { addresses: ['::ffff:127.0.0.1'] }, {}],
    ['through the proxy of a development server', {}, { host: 'LOCALHOST:5173' }],
    ['with the cookie', { code: undefined }, { cookie: `jwt=x; ${OUTBOX_COOKIE}=${CODE}; theme=dark` }],
    [
      'with what browsers send',
      {},
      {
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Firefox',
        'x-requested-with': 'fetch',
        'cache-control': 'no-cache',
      },
    ],
  ])('%s', (_what, more, headers) => {
    expect(isOpen(more, headers)).toBe(true);
  });
});

test.each([
  ['no code', { code: undefined }, {}],
  ['an empty one', { code: '' }, {}],
  ['another one', { code: 'b'.repeat(43) }, {}],
  ['the beginning of it', { code: CODE.slice(0, 42) }, {}],
  ['another one before the cookie', { code: 'b' }, { cookie: `${OUTBOX_COOKIE}=${CODE}` }],
  ['a cookie whose name ends like ours', { code: undefined }, { cookie: `not-${OUTBOX_COOKIE}=${CODE}` }],
])('closed: %s', (_what, more, headers) => {
  expect(isOpen(more, headers)).toBe(false);
});

test.each([
  ['a public name', {}, { host: 'hanasu.example' }],
  ['a name that begins like an address', {}, { host: '127.0.0.1.example' }],
  ['a name that ends like one', {}, { host: 'evil-localhost' }],
  ['a page of another site (DNS rebinding)', {}, { host: 'evil.example:3000' }],
  ['no Host header', {}, { host: undefined }],
  ['somebody on the network', { addresses: ['192.168.1.7'] }, {}],
  ['a proxy on this machine, for somebody else', { addresses: ['127.0.0.1', '203.0.113.9'] }, {}],
  ['nobody', { addresses: [undefined] }, {}],
])('closed with the right code: %s', (_what, more, headers) => {
  expect(isOpen(more, headers)).toBe(false);
});

test.each([
  'forwarded',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-forwarded-prefix',
  'x-real-ip',
  'X-Real-IP',
  'via',
  'cf-connecting-ip',
  'cf-ray',
  'true-client-ip',
  'x-client-ip',
  'client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-originating-ip',
  'x-remote-ip',
  'x-envoy-external-address',
  'x-amzn-trace-id',
  'x-arr-log-id',
  'x-azure-clientip',
  'x-appengine-user-ip',
  'x-proxyuser-ip',
  'x-host',
  'fly-client-ip',
  'fastly-client-ip',
  'cdn-loop',
])('closed with the right code behind a proxy that adds %s', (header) => {
  expect(isOpen({}, { [header]: '' })).toBe(false);
});
