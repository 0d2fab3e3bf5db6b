import { expect, test } from 'vitest';
import type { ChannelAdapter } from '../spec/channel.ts';
import { DEFAULT_MESSAGE_OPTIONS } from '../spec/outgoing.ts';
import { channelSuite } from '../spec/testing/channel-suite.ts';
import { createWebChannel, type WebCredentials, WebMessage } from './web.channel.ts';

const VISITOR = '01900000-0000-7000-8000-000000000001';

/** The adapter with an ear at its end: what it took for a visitor. */
function listenedTo() {
  const delivered: string[] = [];
  const inner = createWebChannel();
  const adapter: ChannelAdapter<WebCredentials> = {
    ...inner,
    async send(connection, request) {
      const outcome = await inner.send(connection, request);
      if (outcome.kind === 'sent')
        for (const message of request.messages) {
          const read = WebMessage.parse(message);
          delivered.push(read.type === 'text' ? read.text : read.url);
        }
      return outcome;
    },
  };
  return { adapter, delivered };
}

channelSuite<WebCredentials>({
  name: 'Web chat',
  withoutVendor: 'nothing leaves the house',
  async start() {
    const { adapter, delivered } = listenedTo();
    const never = (): never => {
      throw new Error('there is no vendor');
    };
    return {
      adapter,
      connection: { credentials: {} },
      impatient: adapter,
      cutOff: adapter,
      vendor: {
        friendExternalId: VISITOR,
        strangerExternalId: VISITOR,
        act: async () => null,
        delivered: () => delivered,
        fail: never,
        wrongCredentials: () => [],
        advance: never,
      },
      close: async () => undefined,
    };
  },
});

test('what a person wrote and what a model wrote stay as they are', () => {
  const { toMessages } = createWebChannel();
  const text = 'one\n\n- two **three**';
  const [said] = toMessages([{ kind: 'text', text }], DEFAULT_MESSAGE_OPTIONS);
  expect(said).toEqual({ type: 'text', text });
  const answer = { kind: 'answer', sources: '', hiddenMarks: [] } as const;
  expect(toMessages([{ ...answer, markdown: text }], DEFAULT_MESSAGE_OPTIONS)).toEqual([
    { type: 'text', text },
  ]);
});

test('it cannot be connected by hand, and takes nothing from outside', async () => {
  const adapter = createWebChannel();
  expect(await adapter.connect({ credentials: {} })).toMatchObject({ kind: 'rejected' });
  expect(adapter.verifyWebhook({ credentials: {} }, Buffer.from('{}'), {})).toBe(false);
  expect(adapter.parseWebhook(Buffer.from('{}'))).toMatchObject({ kind: 'malformed' });
});
