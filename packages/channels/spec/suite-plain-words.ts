import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from './channel.ts';
import type { SuiteSubject } from './channel-suite.ts';
import { PLAIN_LOOK } from './outgoing.ts';
import { PARTS, PLAIN, RICH } from './suite-parts.ts';

/** What was refused for its form is said again in words alone. */
export function sayingPlainly<Credentials>(the: () => SuiteSubject<Credentials>): void {
  describe('saying it in plain words', () => {
    it.each([...PARTS, { ...PLAIN, markdown: RICH }])(
      'says $kind in plain words the vendor takes',
      async (part) => {
        const { adapter } = the();
        if (!adapter.toPlain) return;
        const look = {
          ...PLAIN_LOOK,
          quickReplies: [{ label: 'Yes', text: 'Yes' }],
          quote: 'no-such-message',
        };
        const plain = adapter.toPlain(adapter.toMessages([part], look));
        // A sticker has no words on channels that show it.
        if (plain === null) return expect(part.kind).toBe('sticker');
        expect(await push(the(), plain)).toMatchObject({ kind: 'sent' });
        return expect(adapter.toPlain(plain)).toBeNull();
      },
    );
  });
}

/** In as many calls as the messages need; the first outcome that is not `sent` ends it. */
export async function push<Credentials>(
  { adapter, connection, vendor }: SuiteSubject<Credentials>,
  messages: readonly Record<string, unknown>[],
  retryKey: string = randomUUID(),
): Promise<SendOutcome> {
  const size = adapter.manifest.limits.messagesPerSend;
  const send = (from: number, key: string): Promise<SendOutcome> =>
    adapter.send(connection, {
      to: vendor.friendExternalId,
      messages: messages.slice(from, from + size),
      how: { method: 'push', retryKey: key },
      readMedia: async () => Buffer.from('%PDF-1.7 a small file'),
    });
  let outcome = await send(0, retryKey);
  for (let from = size; from < messages.length && outcome.kind === 'sent'; from += size) {
    outcome = await send(from, randomUUID());
  }
  return outcome;
}
