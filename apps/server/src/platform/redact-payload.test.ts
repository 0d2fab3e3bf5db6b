import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactPayload } from './redact-payload.ts';

test('of what people wrote only the length is left, of who and what the ids', () => {
  expect(
    redactPayload({
      vendorEventId: '01H0',
      occurredAt: 1_700_000_000_000,
      what: {
        kind: 'message',
        vendorMessageId: '77',
        content: { kind: 'text', text: 'やあ、元気？', data: {} },
      },
      raw: {
        source: { type: 'user', userId: 'U1' },
        message: { id: '77', text: 'hello' },
        event_name: 'user_send',
      },
    }),
  ).toEqual({
    vendorEventId: '01H0',
    occurredAt: 1_700_000_000_000,
    what: {
      kind: 'message',
      vendorMessageId: '77',
      content: { kind: 'text', text: '(6 characters)', data: {} },
    },
    raw: {
      source: { type: 'user', userId: 'U1' },
      message: { id: '77', text: '(5 characters)' },
      event_name: 'user_send',
    },
  });
});

test.each([
  ['tokens', { replyToken: 'abc', quoteToken: 'def', access_token: 'g', markAsReadToken: 1 }],
  ['secrets', { channelSecret: 'abc', password: 'x', 'x-line-signature': 'y', Authorization: 'Bearer z' }],
])('%s are hidden whatever they are', (_, payload) => {
  expect(new Set(Object.values(redactPayload(payload) as object))).toEqual(new Set(['(hidden)']));
});

test('where and who somebody is, is hidden', () => {
  const payload = {
    latitude: 35.65,
    longitude: 139.74,
    phone: 84_900_000_000,
    displayName: 'Hanako',
    width: 100,
  };
  expect(redactPayload(payload)).toEqual({
    latitude: '(hidden)',
    longitude: '(hidden)',
    phone: '(hidden)',
    displayName: '(hidden)',
    width: 100,
  });
});

test('words under the name of an id are words', () => {
  expect(redactPayload({ id: 'call me at noon', type: 'two words' })).toEqual({
    id: '(15 characters)',
    type: '(9 characters)',
  });
});

test('long lists and deep nests are cut', () => {
  expect(redactPayload({ ids: Array.from({ length: 52 }, (_, index) => index) })).toMatchObject({
    ids: expect.arrayContaining([0, 49, '(2 more)']),
  });
  let deep: unknown = 'words';
  for (let level = 0; level < 40; level += 1) deep = { deep };
  expect(JSON.stringify(redactPayload(deep))).toContain('(left out)');
});

test('nothing that somebody said is left, wherever it stands', () => {
  const said = 'my secret words';
  fc.assert(
    fc.property(
      fc.object({ values: [fc.constant(said), fc.integer(), fc.boolean()], maxDepth: 4 }),
      (payload) => {
        expect(JSON.stringify(redactPayload({ ...payload, [said]: said }))).not.toContain(said);
      },
    ),
  );
});
