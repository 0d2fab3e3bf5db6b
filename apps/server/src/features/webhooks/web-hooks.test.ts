import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chat } from '@hanasu/contract/chat';
import { chatWithEmbed, updateEmbedSetting } from '@hanasu/contract/embed';
import { setHandling } from '@hanasu/contract/inbox';
import {
  changeWebHook,
  createWebHook,
  deleteWebHook,
  listWebHookDeliveries,
  listWebHooks,
  replayWebHookDelivery,
  rotateWebHookSecret,
  testWebHook,
  WEB_HOOK_EVENTS,
  type WebHookDeliveryView,
  type WebHookView,
} from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSecretBox } from '../../platform/crypto/secret-box.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { ANY_HOST, LOOPBACK_HOSTS } from '../../testing/private-hosts.ts';
import {
  eventually,
  type SignedIn,
  shareTestServer,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, conversationOf, say } from '../../testing/test-shop.ts';
import { deleteOldDeliveries } from './deliveries.store.ts';
import { createHookSender } from './send-deliveries.ts';
import { startSite } from './testing/site.fixture.ts';

const SECRET_KEY = 'a secret that is only used in tests';

let site: Awaited<ReturnType<typeof startSite>>;
let databaseUrl = '';
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  site = await startSite();
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS, SECRET_KEY }, (url) => {
    databaseUrl = url;
    return url;
  });
});
afterAll(async () => {
  await server.stop();
  await site.close();
});
beforeEach(async () => {
  site.behave(200);
  site.heard.length = 0;
  person = await server.register();
});

/** Those of conversations; `customer-hooks.test.ts` has the others. */
const CONVERSATION_EVENTS = WEB_HOOK_EVENTS.filter((event) => !event.startsWith('customer.'));
const addHook = (events: readonly (typeof WEB_HOOK_EVENTS)[number][] = CONVERSATION_EVENTS, url = site.url) =>
  person.call(createWebHook, { body: { url, events: [...events] } });
const deliveriesOf = async ({ uuid }: Pick<WebHookView, 'uuid'>): Promise<WebHookDeliveryView[]> =>
  (await person.call(listWebHookDeliveries, { params: { uuid } })).items;
const finished = (hook: Pick<WebHookView, 'uuid'>) =>
  eventually('the delivery is done', async () => {
    const [last] = await deliveriesOf(hook);
    return last && last.state !== 'pending' && last;
  });
const tried = (hook: Pick<WebHookView, 'uuid'>, attempts: number) =>
  eventually('it was tried', async () => {
    const [last] = await deliveriesOf(hook);
    return last && last.attempts >= attempts && last.detail !== null && last;
  });
const Payload = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({
    conversation: z.looseObject({ uuid: z.string(), handling: z.string() }).optional(),
    message: z.looseObject({ text: z.string(), sender: z.string() }).optional(),
  }),
});
const heardPayloads = () => site.heard.map(({ body }) => Payload.parse(JSON.parse(body)));

type Check = (secret: string, headers: object, body: string) => boolean;
/** The very code that `docs/api.md` tells customers to use. */
let isSigned: (secret: string, heard: (typeof site.heard)[number]) => boolean;
beforeAll(async () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../../../docs/api.md'), 'utf8');
  const code = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(text)?.[1] ?? '';
  const module: { isFromHanasu: Check } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  isSigned = (secret, { headers, body }) => module.isFromHanasu(secret, headers, body);
});

describe('events', () => {
  test('of a conversation are told, signed, to the hooks that want them', async () => {
    const all = await addHook();
    const closedOnly = await addHook(['conversation.closed']);
    const { bot } = await addBotWithKnowledge(person);
    const channel = await addSandbox(person, bot.uuid);
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    const { uuid } = await conversationOf(person, channel.uuid);
    await eventually('question and answer are told', async () => site.heard.length >= 2);
    await person.call(setHandling, { params: { uuid }, body: { handling: 'operator' } });
    await eventually('the handover is told', async () => site.heard.length >= 3);
    await person.call(setHandling, { params: { uuid }, body: { handling: 'closed' } });
    await eventually('the end is told to both', async () => site.heard.length >= 5);
    const payloads = heardPayloads();
    expect(payloads.map(({ type }) => type).toSorted()).toEqual([
      'conversation.closed',
      'conversation.closed',
      'conversation.handover',
      'message.answered',
      'message.received',
    ]);
    const received = payloads.find(({ type }) => type === 'message.received');
    expect(received?.data).toMatchObject({
      conversation: { uuid, channelUuid: channel.uuid, customerUuid: expect.any(String) },
      message: { text: 'Is parking free?', sender: 'customer' },
    });
    const answered = payloads.find(({ type }) => type === 'message.answered');
    expect(answered?.data.message).toMatchObject({ sender: 'bot', outcome: 'answered' });
    const secrets = [all.secret, closedOnly.secret];
    for (const heard of site.heard) {
      expect(secrets.filter((secret) => isSigned(secret, heard))).toHaveLength(1);
      const age = Date.now() / 1000 - Number(heard.headers['webhook-timestamp']);
      expect(Math.abs(age)).toBeLessThan(60);
    }
    expect(new Set(site.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  });

  test('of a visitor of a web site are told, those of the account’s own people are not', async () => {
    await addHook();
    const { bot } = await addBotWithKnowledge(person);
    await person.call(chat, { body: { botUuid: bot.uuid, message: 'Is parking free?' } });
    await person.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true } });
    const params = { botUuid: bot.uuid };
    await server.anonymous.call(chatWithEmbed, { params, body: { message: 'Where can I park?' } });
    await eventually('question and answer are told', async () => site.heard.length >= 2);
    const told = heardPayloads().map(({ type, data }) => [
      type,
      data.conversation?.origin,
      data.message?.sender,
    ]);
    expect(told.toSorted()).toEqual([
      ['message.answered', 'embed', 'bot'],
      ['message.received', 'embed', 'customer'],
    ]);
  });

  test('are not told to another account, nor to a hook that is off', async () => {
    const { uuid } = await addHook();
    await person.call(changeWebHook, { params: { uuid }, body: { enabled: false } });
    const other = await server.register();
    const theirs = await other.call(createWebHook, { body: { url: site.url, events: ['message.received'] } });
    const { bot } = await addBotWithKnowledge(person);
    const channel = await addSandbox(person, bot.uuid);
    await say(person, channel.uuid, 'alex', 'Is parking free?');
    await eventually('the bot has answered', async () => {
      const found = await server.sql('select 1 from messages where account_id = $1 and sender = $2', [
        person.user.account.uuid,
        'bot',
      ]);
      return found.length > 0;
    });
    const log = await other.call(listWebHookDeliveries, { params: { uuid: theirs.uuid } });
    expect(log.total).toBe(0);
    expect(site.heard).toEqual([]);
  });
});

describe('a try', () => {
  test('that is taken is in the log with its answer', async () => {
    const hook = await addHook();
    await person.call(testWebHook, { params: { uuid: hook.uuid } });
    expect(await finished(hook)).toMatchObject({
      event: 'test',
      state: 'delivered',
      attempts: 1,
      status: 200,
      detail: 'answer 200',
    });
    expect((await person.call(listWebHooks)).items[0]?.last).toMatchObject({ state: 'delivered' });
  });

  test('that fails comes again under the same id, and can be sent once more by hand', async () => {
    site.behave(500);
    const hook = await addHook();
    const { uuid: delivery } = await person.call(testWebHook, { params: { uuid: hook.uuid } });
    const failed = await tried(hook, 1);
    expect(failed).toMatchObject({ state: 'pending', status: 500, detail: 'answer 500' });
    expect(failed.nextAttemptAt).not.toBeNull();
    site.behave(200);
    await server.sql('update web_hook_deliveries set next_attempt_at = now() where id = $1', [delivery]);
    expect(await finished(hook)).toMatchObject({ state: 'delivered', attempts: 2 });
    await person.call(replayWebHookDelivery, { params: { uuid: hook.uuid, delivery } });
    await eventually('it is heard a third time', async () => site.heard.length === 3);
    expect(new Set(site.heard.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery]));
  });

  test('is given up after the sixth', async () => {
    site.behave(503);
    const hook = await addHook();
    const { uuid } = await person.call(testWebHook, { params: { uuid: hook.uuid } });
    for (let attempts = 1; attempts < 6; attempts += 1) {
      // A try counts from its beginning; what it ends with says when the next one is.
      await eventually('it was tried to the end', async () => {
        const moved = await server.sql(
          `update web_hook_deliveries set next_attempt_at = now()
           where id = $1 and attempts = $2 and state = 'pending' and lease_until is null returning id`,
          [uuid, attempts],
        );
        return moved.length === 1;
      });
    }
    expect(await finished(hook)).toMatchObject({ state: 'failed', attempts: 6, status: 503 });
    expect(site.heard).toHaveLength(6);
  });

  test('that is answered with 410 switches the hook off', async () => {
    site.behave(410);
    const hook = await addHook();
    await person.call(testWebHook, { params: { uuid: hook.uuid } });
    expect(await finished(hook)).toMatchObject({ state: 'failed', attempts: 1, status: 410 });
    expect((await person.call(listWebHooks)).items[0]).toMatchObject({ enabled: false });
  });

  test('is not led elsewhere, and a long answer is cut', async () => {
    const hook = await addHook();
    site.behave('redirect');
    await person.call(testWebHook, { params: { uuid: hook.uuid } });
    expect(await tried(hook, 1)).toMatchObject({ state: 'pending', status: 302 });
    expect(site.heard).toHaveLength(1);
    site.behave('long');
    await person.call(testWebHook, { params: { uuid: hook.uuid } });
    const taken = await finished(hook);
    expect(taken).toMatchObject({ state: 'delivered', status: 200 });
    expect(taken.detail).toHaveLength(1_000);
  });

  test('of an address that hangs ends, and holds up no other hook', { tags: ['long'] }, async () => {
    const hanging = await startSite();
    hanging.behave('hang');
    const hook = await addHook(undefined, hanging.url);
    for (let count = 0; count < 6; count += 1) {
      await person.call(testWebHook, { params: { uuid: hook.uuid } });
    }
    await eventually('it is being heard', async () => hanging.heard.length > 0);
    const quick = await addHook();
    await person.call(testWebHook, { params: { uuid: quick.uuid } });
    expect(await finished(quick)).toMatchObject({ state: 'delivered' });
    expect(hanging.heard.length).toBeLessThanOrEqual(4);
    const ended = await eventually('a try has ended', async () =>
      (await deliveriesOf(hook)).find(({ detail }) => detail !== null),
    );
    expect(ended).toMatchObject({ status: null, detail: 'timeout', state: 'pending' });
    await hanging.close();
  });

  test('two processes at once send once', async () => {
    const database = openDatabase({ url: databaseUrl, poolSize: 4, onError: () => undefined });
    const other = createHookSender({
      database,
      box: createSecretBox(SECRET_KEY),
      ask: createGuardedFetch({ privateHosts: ANY_HOST }),
      onError: (error) => {
        throw error;
      },
    });
    const hooks = await Promise.all([addHook(), addHook(), addHook()]);
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const hook = hooks[index % hooks.length];
        if (hook) await person.call(testWebHook, { params: { uuid: hook.uuid } });
        await other.runOnce();
      }),
    );
    await eventually('all are done', async () => {
      await other.runOnce();
      const logs = await Promise.all(hooks.map(deliveriesOf));
      return logs.flat().every(({ state }) => state === 'delivered');
    });
    await other.drain();
    await database.close();
    const ids = site.heard.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(24);
    expect(new Set(ids).size).toBe(24);
  });
});

describe('setting up', () => {
  test('the secret is shown once, stored sealed, and can be renewed', async () => {
    const hook = await addHook();
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [stored] = await server.sql<{ secret: Buffer }>('select secret from web_hooks where id = $1', [
      hook.uuid,
    ]);
    expect(stored?.secret.toString('latin1')).not.toContain(hook.secret);
    expect(JSON.stringify(await person.call(listWebHooks))).not.toContain('whsec_');
    const { secret } = await person.call(rotateWebHookSecret, { params: { uuid: hook.uuid } });
    expect(secret).not.toBe(hook.secret);
    await person.call(testWebHook, { params: { uuid: hook.uuid } });
    await finished(hook);
    const [heard] = site.heard;
    expect(heard && [isSigned(secret, heard), isSigned(hook.secret, heard)]).toEqual([true, false]);
  });

  test('twenty are enough; one that goes takes its log along', async () => {
    const hooks = [];
    for (let count = 0; count < 20; count += 1) hooks.push(await addHook(['conversation.closed']));
    const body = { url: site.url, events: ['conversation.closed' as const] };
    expect((await person.refused(createWebHook, { body })).code).toBe('too_many_web_hooks');
    const [first] = hooks;
    if (!first) throw new Error('there is no hook');
    const params = { uuid: first.uuid };
    await person.call(testWebHook, { params });
    await person.call(deleteWebHook, { params });
    expect(await server.sql('select 1 from web_hook_deliveries where hook_id = $1', [first.uuid])).toEqual(
      [],
    );
    expect((await person.refused(listWebHookDeliveries, { params })).code).toBe('not_found');
  });

  test('the log is kept for thirty days', async () => {
    const hook = await addHook();
    await person.call(testWebHook, { params: { uuid: hook.uuid } });
    await finished(hook);
    await server.sql(
      "update web_hook_deliveries set finished_at = now() - interval '31 days' where hook_id = $1",
      [hook.uuid],
    );
    const database = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined });
    await database.system(deleteOldDeliveries);
    await database.close();
    expect(await deliveriesOf(hook)).toEqual([]);
  });
});

describe('without leave for private networks', () => {
  let guarded: TestServer;
  beforeAll(async () => {
    guarded = await shareTestServer();
  });
  afterAll(() => guarded.stop());

  test.each([
    'http://127.0.0.1:9/in',
    'http://localhost/in',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/in',
    'http://2130706433/',
    'http://10.0.0.1/',
  ])('%s is refused', async (url) => {
    const owner = await guarded.register();
    const problem = await owner.refused(createWebHook, { body: { url, events: ['message.received'] } });
    expect(problem).toMatchObject({ code: 'address_not_allowed', errors: [{ path: 'body.url' }] });
  });

  test('a name that stands for one is refused when it is called', async () => {
    const owner = await guarded.register();
    const url = `${site.url}`.replace('127.0.0.1', 'hooks.example.com');
    const hook = await owner.call(createWebHook, { body: { url, events: ['message.received'] } });
    await guarded.sql('update web_hooks set url = $2 where id = $1', [hook.uuid, site.url]);
    await owner.call(testWebHook, { params: { uuid: hook.uuid } });
    const refused = await eventually('it was tried', async () => {
      const { items } = await owner.call(listWebHookDeliveries, { params: { uuid: hook.uuid } });
      return items[0]?.detail && items[0];
    });
    expect(refused).toMatchObject({ state: 'pending', status: null, detail: 'address_refused' });
    // Events of hooks before it may still be tried again at the same port.
    expect(site.heard.filter(({ body }) => body.includes(hook.uuid))).toEqual([]);
  });
});
