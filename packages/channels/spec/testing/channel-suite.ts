import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingPart } from '../outgoing.ts';
import type { SendOutcome } from '../sending.ts';
import { kindOf, MOST_MESSAGES, PARTS, PLAIN, push, RICH, sayingPlainly } from './suite-parts.ts';
import { FRIEND_ACTIONS, type SuiteSubject } from './suite-subject.ts';
import type { ReceivedCall } from './webhook-receiver.ts';

interface SuiteOptions<Credentials> {
  readonly name: string;
  /** Why there is nobody to connect to, to be told by or to be refused by; such parts are skipped. */
  readonly withoutVendor?: string;
  start(): Promise<SuiteSubject<Credentials>>;
}

/** What every channel adapter has to pass, against its strict fake vendor. */
export function channelSuite<Credentials>({ name, withoutVendor, start }: SuiteOptions<Credentials>): void {
  const ofVendor = withoutVendor === undefined ? describe : describe.skip;
  const why = withoutVendor === undefined ? '' : ` (${withoutVendor})`;
  describe(`${name}: what every channel does`, () => {
    let subject: SuiteSubject<Credentials>;
    beforeAll(async () => {
      subject = await start();
    });
    afterAll(() => subject.close());
    writing(() => subject);
    sending(() => subject);
    sayingPlainly(() => subject);
    ofVendor(`of its vendor${why}`, () => {
      connecting(() => subject);
      receiving(() => subject);
      refused(() => subject);
      replying(() => subject);
    });
  });
}

function connecting<Credentials>(the: () => SuiteSubject<Credentials>): void {
  describe('connecting', () => {
    it('connects with right credentials', async () => {
      const { adapter, connection } = the();
      expect(await adapter.connect(connection)).toMatchObject({ kind: 'connected' });
      expect(adapter.credentialsSchema.safeParse(connection.credentials).success).toBe(true);
    });
    it('names the credential that is wrong', async () => {
      const { adapter, vendor } = the();
      for (const { field, credentials } of vendor.wrongCredentials()) {
        expect(await adapter.connect({ credentials })).toMatchObject({ kind: 'rejected', field });
      }
    });
    it('tells a vendor out of reach from wrong credentials', async () => {
      const { cutOff, connection } = the();
      expect(await cutOff.connect(connection)).toMatchObject({ kind: 'unreachable' });
    });
  });
}

function receiving<Credentials>(the: () => SuiteSubject<Credentials>): void {
  describe('receiving', () => {
    const received = async (): Promise<ReceivedCall> => {
      const call = await the().vendor.act('text');
      if (call === null) throw new Error('every channel receives text');
      return call;
    };
    it('takes what the vendor signed', async () => {
      const { rawBody, headers } = await received();
      expect(the().adapter.verifyWebhook(the().connection, rawBody, headers)).toBe(true);
    });
    it('refuses a body changed by one byte', async () => {
      const { rawBody, headers } = await received();
      const changed = Buffer.from(rawBody);
      changed[changed.length - 1] = 0x20;
      expect(the().adapter.verifyWebhook(the().connection, changed, headers)).toBe(false);
    });
    it('refuses any header missing, repeated or garbage', async () => {
      const { adapter, connection } = the();
      const { rawBody, headers } = await received();
      const spoil = (value: (old: string) => string | string[] | undefined) =>
        Object.fromEntries(Object.entries(headers).map(([key, old]) => [key, value(String(old))]));
      for (const spoilt of [
        {},
        spoil(() => undefined),
        spoil(() => ''),
        spoil(() => 'garbage ★'),
        spoil((old) => [old, old]),
        spoil((old) => old.slice(0, -4)),
      ]) {
        expect(adapter.verifyWebhook(connection, rawBody, spoilt)).toBe(false);
      }
    });
    it.each(FRIEND_ACTIONS)('reads %s', async (kind) => {
      const call = await the().vendor.act(kind);
      if (call === null) return;
      const parsed = the().adapter.parseWebhook(call.rawBody);
      if (parsed.kind !== 'events') throw new Error(parsed.detail);
      expect(parsed.events).toHaveLength(1);
      const [event] = parsed.events;
      expect(kindOf(event)).toBe(kind);
      expect(event?.vendorEventId).not.toBe('');
      expect(event?.friendExternalId).toBe(the().vendor.friendExternalId);
      expect(event?.threadExternalId).toBe(the().vendor.friendExternalId);
    });
    it('gives one event one id, however often it is read', async () => {
      const { rawBody } = await received();
      const ids = [1, 2].map(() => {
        const parsed = the().adapter.parseWebhook(rawBody);
        return parsed.kind === 'events' ? parsed.events[0]?.vendorEventId : parsed;
      });
      expect(ids[0]).toBe(ids[1]);
    });
    it.each(['', 'null', '[]', '{', '"x"', '{"events":7}'])('calls %j malformed, or empty', (text) => {
      const parsed = the().adapter.parseWebhook(Buffer.from(text));
      expect(parsed.kind === 'malformed' || parsed.events.length === 0).toBe(true);
    });
  });
}

function writing<Credentials>(the: () => SuiteSubject<Credentials>): void {
  describe('writing', () => {
    it.each([
      ['rich markdown', RICH],
      ['marks without words', '***'],
      ['one long word', 'あ'.repeat(12_000)],
      ['long text of emoji', '👨‍👩‍👧‍👦'.repeat(2_000)],
      ['long paragraphs', `${'これは文です。'.repeat(60)}\n\n`.repeat(40)],
    ])('turns %s into messages the vendor takes', async (_name, markdown) => {
      const { adapter } = the();
      const messages = adapter.toMessages([{ ...PLAIN, markdown }], DEFAULT_MESSAGE_OPTIONS);
      expect(messages.length).toBeGreaterThan(0);
      expect(messages.length).toBeLessThanOrEqual(MOST_MESSAGES);
      expect(await push(the(), messages)).toMatchObject({ kind: 'sent' });
    });
    it('makes nothing of nothing', () => {
      expect(the().adapter.toMessages([{ ...PLAIN, markdown: ' \n ' }], DEFAULT_MESSAGE_OPTIONS)).toEqual([]);
    });
    it('names the sources when the bot is set so', async () => {
      const answer = { ...PLAIN, markdown: 'Open at nine [1].' };
      const messages = (said: Pick<OutgoingPart & { kind: 'answer' }, 'sources' | 'hiddenMarks'>) =>
        the().adapter.toMessages([{ ...answer, ...said }], DEFAULT_MESSAGE_OPTIONS);
      const sources = 'Sources: [1] Handbook, p. 3 · [2] Menu';
      await push(the(), messages({ sources, hiddenMarks: [] }));
      expect(the().vendor.delivered().at(-1)).toContain(sources);
      expect(the().vendor.delivered().at(-1)).toContain('nine [1]');
      await push(the(), messages({ sources: '', hiddenMarks: [1] }));
      expect(the().vendor.delivered().at(-1)).toContain('Open at nine.');
      expect(the().vendor.delivered().at(-1)).not.toMatch(/Sources|\[1\]/);
    });
  });
}

function sending<Credentials>(the: () => SuiteSubject<Credentials>): void {
  describe('sending', () => {
    it.each(PARTS)('sends $kind, in its own form or as text', async (part) => {
      const { adapter } = the();
      const messages = adapter.toMessages([part], DEFAULT_MESSAGE_OPTIONS);
      expect(messages.length).toBeGreaterThan(0);
      expect(await push(the(), messages)).toMatchObject({ kind: 'sent' });
    });
    it('sends with everything a message can be dressed in', async () => {
      const { adapter } = the();
      const quickReplies = Array.from({ length: 20 }, (_, index) => ({
        label: `${index} とても長いラベルの質問ですか？それとも違いますか？`,
        text: `${index} とても長いラベルの質問ですか？それとも違いますか？`,
      }));
      const sender = { name: 'とても長い名前のカスタマーサポート担当の花子さん', iconUrl: null };
      const look = { quickReplies, sender, quote: null };
      const parts: OutgoingPart[] = [
        { kind: 'text', text: 'one' },
        { ...PLAIN, markdown: RICH },
      ];
      expect(await push(the(), adapter.toMessages(parts, look))).toMatchObject({ kind: 'sent' });
    });
    it('says what may be sent, where the vendor tells', async () => {
      const { adapter, connection, cutOff } = the();
      expect(adapter.quota !== undefined).toBe(adapter.manifest.capabilities.quota);
      if (!adapter.quota || !cutOff.quota) return;
      expect(await adapter.quota(connection)).toMatchObject({ kind: 'known' });
      expect(await cutOff.quota(connection)).toMatchObject({ kind: 'unavailable' });
    });
    it('lists followers, where the vendor tells', async () => {
      const { adapter, connection, vendor } = the();
      expect(adapter.followers !== undefined).toBe(adapter.manifest.capabilities.followers);
      if (!adapter.followers) return;
      const page = await adapter.followers(connection, null);
      if (page.kind !== 'page') throw new Error(page.detail);
      expect(page.externalIds).toContain(vendor.friendExternalId);
    });
    it('reports a message the vendor does not take', async () => {
      expect(await push(the(), [{ type: 'no such type' }])).toMatchObject({
        kind: 'rejected',
        reason: 'message_invalid',
        retryable: false,
      });
    });
    it('reads a profile, and says when there is none', async () => {
      const { adapter, connection, vendor } = the();
      if (!adapter.manifest.capabilities.profile) return;
      expect(await adapter.profile(connection, vendor.friendExternalId)).toMatchObject({ kind: 'found' });
      expect(await adapter.profile(connection, vendor.strangerExternalId)).toMatchObject({
        kind: 'unavailable',
      });
    });
    it('never fails for a typing sign', async () => {
      const { adapter, connection, cutOff, vendor } = the();
      await adapter.showTyping(connection, vendor.friendExternalId);
      await cutOff.showTyping(connection, vendor.friendExternalId);
    });
  });
}

/** What a vendor, or the way to it, makes of a call. */
function refused<Credentials>(the: () => SuiteSubject<Credentials>): void {
  describe('refused', () => {
    it.each([
      ['unauthorised', 'credentials_rejected', false],
      ['forbidden', 'credentials_rejected', false],
      ['rate', 'rate_limited', true],
      ['quota', 'quota_exceeded', false],
      ['server-error', 'vendor_error', true],
    ] as const)('maps %s to %s', async (failure, reason, retryable) => {
      the().vendor.fail(failure);
      expect(await push(the(), text(the(), 'refused'))).toMatchObject({
        kind: 'rejected',
        reason,
        retryable,
      });
      expect(the().vendor.delivered()).not.toContain('refused');
    });
    it.each(['reset', 'hang'] as const)('does not know after %s', async (failure) => {
      the().vendor.fail(failure);
      const { adapter, impatient } = the();
      const subject = { ...the(), adapter: failure === 'hang' ? impatient : adapter };
      expect(await push(subject, text(subject, 'in doubt'))).toMatchObject({ kind: 'unknown' });
    });
    it('delivers once when the answer was lost and the same key is tried again', async () => {
      if (!the().adapter.manifest.capabilities.idempotentSend) return;
      the().vendor.fail('lost-answer');
      const words = `once ${randomUUID()}`;
      const retryKey = randomUUID();
      expect(await push(the(), text(the(), words), retryKey)).toMatchObject({ kind: 'unknown' });
      const again = await push(the(), text(the(), words), retryKey);
      expect(again.kind).toBe('sent');
      expect(again.kind === 'sent' && again.vendorMessageIds).toHaveLength(1);
      expect(
        the()
          .vendor.delivered()
          .filter((each) => each === words),
      ).toHaveLength(1);
    });
    it('finds out whether a message has arrived where a repeat would send it twice', async () => {
      const { adapter, connection, vendor } = the();
      if (adapter.manifest.capabilities.idempotentSend) return;
      if (!adapter.findSent) return;
      vendor.advance(60_000);
      const since = vendor.now?.() ?? 0;
      const to = vendor.friendExternalId;
      const messages = text(the(), `lost ${randomUUID()}`);
      vendor.fail('lost-answer');
      expect(await push(the(), messages)).toMatchObject({ kind: 'unknown' });
      expect(await adapter.findSent(connection, { to, messages, since })).toBe('arrived');
      const never = text(the(), `never ${randomUUID()}`);
      expect(await adapter.findSent(connection, { to, messages: never, since })).toBe('absent');
    });
    it('says that nothing left when the vendor is out of reach', async () => {
      const { cutOff, connection, vendor } = the();
      const outcome = await cutOff.send(connection, {
        to: vendor.friendExternalId,
        messages: text(the(), 'nowhere'),
        how: { method: 'push', retryKey: randomUUID() },
      });
      expect(outcome).toMatchObject({ kind: 'rejected', reason: 'vendor_error', retryable: true });
    });
    it('knows a recipient nobody is', async () => {
      const { adapter, connection, vendor } = the();
      const outcome = await adapter.send(connection, {
        to: vendor.strangerExternalId,
        messages: text(the(), 'hello?'),
        how: { method: 'push', retryKey: randomUUID() },
      });
      expect(outcome).toMatchObject({ kind: 'rejected', reason: 'recipient_unknown', retryable: false });
    });
  });
}

function replying<Credentials>(the: () => SuiteSubject<Credentials>): void {
  describe('replying', () => {
    let token: string | null;
    beforeEach(async () => {
      const call = await the().vendor.act('text');
      const parsed = call && the().adapter.parseWebhook(call.rawBody);
      token = parsed?.kind === 'events' ? (parsed.events[0]?.replyToken ?? null) : null;
    });
    it('brings a reply token just when the manifest says so', () => {
      expect(token !== null).toBe(the().adapter.manifest.capabilities.replyToken);
    });
    it('replies once with a token', async () => {
      if (token === null) return;
      expect(await reply(the(), token)).toMatchObject({ kind: 'sent' });
      expect(await reply(the(), token)).toMatchObject({ kind: 'reply-token-invalid' });
    });
    it('replies while the manifest says the token lives', async () => {
      if (token === null) return;
      the().vendor.advance(the().adapter.manifest.limits.replyTokenLifeMs);
      expect(await reply(the(), token)).toMatchObject({ kind: 'sent' });
    });
    it('learns that a token has expired', async () => {
      if (token === null) return;
      the().vendor.advance(the().adapter.manifest.limits.replyTokenLifeMs * 2);
      expect(await reply(the(), token)).toMatchObject({ kind: 'reply-token-invalid' });
    });
  });
}

function text<Credentials>({ adapter }: SuiteSubject<Credentials>, words: string) {
  return adapter.toMessages([{ ...PLAIN, markdown: words }], DEFAULT_MESSAGE_OPTIONS);
}

function reply<Credentials>(subject: SuiteSubject<Credentials>, replyToken: string): Promise<SendOutcome> {
  const { adapter, connection, vendor } = subject;
  const messages = text(subject, 'a reply');
  return adapter.send(connection, {
    to: vendor.friendExternalId,
    messages,
    how: { method: 'reply', replyToken },
  });
}
