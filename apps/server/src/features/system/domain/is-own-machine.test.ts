import { expect, test } from 'vitest';
import { isOwnMachine } from './is-own-machine.ts';

const here = { publicUrl: 'http://localhost:3000', hostHeader: 'localhost:3000', addresses: ['127.0.0.1'] };

test.each([
  ['by name', {}],
  ['by address', { publicUrl: 'http://127.0.0.1:8080', hostHeader: '127.0.0.1:8080' }],
  ['by IPv6', { publicUrl: 'http://[::1]:3000', hostHeader: '[::1]:3000', addresses: ['::1', '::1'] }],
  ['over a mapped address', { addresses: ['::ffff:127.0.0.1'] }],
  ['through the proxy of a development server', { hostHeader: 'LOCALHOST:5173' }],
])('this machine, %s', (_what, more) => {
  expect(isOwnMachine({ ...here, ...more })).toBe(true);
});

test.each([
  ['a public installation', { publicUrl: 'https://hanasu.example', hostHeader: 'hanasu.example' }],
  [
    'a name that begins like an address',
    { publicUrl: 'http://127.0.0.1.example', hostHeader: '127.0.0.1.example' },
  ],
  ['a name that ends like one', { publicUrl: 'http://evil-localhost', hostHeader: 'evil-localhost' }],
  ['a page of another site (DNS rebinding)', { hostHeader: 'evil.example:3000' }],
  ['another name that holds it', { hostHeader: 'localhost.evil.example' }],
  ['no Host header', { hostHeader: undefined }],
  ['somebody on the network', { addresses: ['192.168.1.7'] }],
  ['somebody on the network, mapped', { addresses: ['::ffff:10.0.0.7'] }],
  ['a proxy on this machine, for somebody else', { addresses: ['127.0.0.1', '203.0.113.9'] }],
  ['a made-up header', { addresses: ['203.0.113.9', '127.0.0.1'] }],
  ['nobody', { addresses: [undefined] }],
])('not this machine: %s', (_what, more) => {
  expect(isOwnMachine({ ...here, ...more })).toBe(false);
});
