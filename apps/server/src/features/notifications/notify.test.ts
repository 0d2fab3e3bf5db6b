import { createHmac } from 'node:crypto';
import { changeBudget, createBudget } from '@hanasu/contract/budgets';
import { addNote, assignConversation } from '@hanasu/contract/inbox-work';
import {
  DEFAULT_NOTIFY,
  getNotify,
  linkNotifyChannel,
  rotateNotifySecret,
  testNotify,
  unlinkNotifyChannel,
  updateNotify,
} from '@hanasu/contract/notify';
import { JOIN_EVENT, NOTIFICATION, Notification } from '@hanasu/contract/realtime';
import { listAudit, removeMember } from '@hanasu/contract/team';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMail } from '../../platform/mail/smtp-server.fixture.ts';
import { eventually, type SignedIn } from '../../testing/test-server.ts';
import { openShop, type Shop, textsOf } from '../channels/testing/channel-stage.fixture.ts';
import { openSegments } from '../contacts/public.ts';
import { removeOldNotifications } from './notifications.store.ts';
import { createNotificationPublisher } from './publish-notifications.ts';
import { type NotifyStage, setNotifyStage } from './testing/notify-stage.fixture.ts';
import { createAccountWatcher } from './watch-accounts.ts';

const NOBODY = { open: async () => null, renewed: async () => null };
const ALWAYS = { from: '00:00', until: '00:00', timeZone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6] };

let stage: NotifyStage;
let shop: Shop;
beforeAll(async () => {
  stage = await setNotifyStage();
  shop = await openShop(stage);
  await shop.says('good morning');
  await shop.until('it is answered', (all) => textsOf(all, 'bot').length === 1);
});
afterAll(() => stage.stop());

const mailsTo = (person: SignedIn) =>
  stage.smtp.arrived.filter(({ to }) => to.includes(person.user.email ?? '')).map(({ raw }) => readMail(raw));

const digestsTo = (person: SignedIn) =>
  mailsTo(person).filter((mail) => mail.part('text/plain').includes('/Channel/notify'));

/** A page of this person, and what it was told. */
async function openPage(person: SignedIn) {
  const socket = io(stage.server.address, { transports: ['websocket'], forceNew: true });
  const told: ReturnType<typeof Notification.parse>[] = [];
  socket.on(NOTIFICATION, (raw: unknown) => told.push(Notification.parse(raw)));
  await socket.timeout(5_000).emitWithAck(JOIN_EVENT, person.jwt);
  return { told, close: () => socket.disconnect() };
}

async function withHook(person: SignedIn, url = stage.site.url) {
  const { settings } = await person.call(getNotify);
  await person.call(updateNotify, { body: { ...settings, webHookUrl: url } });
  return (await person.call(rotateNotifySecret)).secret;
}

/** A person is wanted, and nobody has it. */
async function wait(at: Shop): Promise<void> {
  const params = { uuid: (await at.conversation()).uuid };
  for (const to of [stage.owner.user.uuid, 'nobody'] as const) {
    await stage.owner.call(assignConversation, { params, body: { to } });
  }
}

/** The colleague's own phone, as a friend of the shop. */
async function linkPhone(person: SignedIn, at = shop) {
  const phone = stage.fake.addFriend(at.credentials.channelId, { displayName: person.user.username });
  const { code } = await person.call(linkNotifyChannel, { body: { channelUuid: at.channel.uuid } });
  await at.says(` ${code.toLowerCase()} `, phone);
  await eventually('the phone is linked', async () => {
    const { links } = await person.call(getNotify);
    return links.find(({ channelUuid }) => channelUuid === at.channel.uuid)?.linkedAt;
  });
  return phone;
}

const heardBy = (marker: string) => stage.site.heard.filter(({ body }) => body.includes(marker));

const newWatcher = () =>
  createAccountWatcher(
    stage.database,
    createNotificationPublisher({
      database: stage.database,
      segments: openSegments(() => []),
      realtime: { emitToUser: () => undefined },
      notify: () => undefined,
      onError: () => undefined,
    }),
  );

describe('what happens is told', () => {
  test('a customer begins to talk: once, however much they write', async () => {
    const person = await stage.colleague({ desktop: ['new_chat', 'waiting'] });
    const own = await openShop(stage);
    const page = await openPage(person);
    await own.says('first');
    const path = `/Channel/conversation/${(await own.conversation()).uuid}`;
    // The other tests' conversation is as young, and may be told of as well.
    const ofOwn = <Row extends { readonly path: string }>(all: readonly Row[]) =>
      all.filter((row) => row.path === path);
    await stage.until(person, 'it is told', (rows) => ofOwn(rows).length === 1);
    // Else both may be answered at once.
    await own.until('the first is answered', (all) => textsOf(all, 'bot').length === 1);
    await own.says('second');
    await own.until('both are answered', (all) => textsOf(all, 'bot').length === 2);
    const told = await eventually('the page heard it', async () => ofOwn(page.told)[0]);
    expect(told).toMatchObject({ event: 'new_chat', body: 'first' });
    // What comes after it in the same queue has been looked at when this is told.
    await wait(own);
    const rows = await stage.until(person, 'waiting is told', (all) =>
      ofOwn(all).some(({ event }) => event === 'waiting'),
    );
    expect(ofOwn(rows).map(({ event }) => event)).toEqual(['new_chat', 'waiting']);
    page.close();
  });

  test('a customer waits: to everybody but who wants only their own; assigned and mentioned: to that person', async () => {
    const all = await stage.colleague({ desktop: ['waiting', 'assigned', 'mention'] });
    const given = await stage.colleague({ desktop: ['waiting', 'assigned', 'mention'] });
    const params = { uuid: (await shop.conversation()).uuid };
    await wait(shop);
    await stage.until(all, 'waiting is told', (rows) => rows.some(({ event }) => event === 'waiting'));
    await stage.owner.call(assignConversation, { params, body: { to: given.user.uuid } });
    await stage.owner.call(addNote, { params, body: { text: 'Please look', mentions: [given.user.uuid] } });
    const rows = await stage.until(given, 'all three', (found) => found.length === 3);
    expect(rows.map(({ event, state }) => [event, state]).toSorted()).toEqual([
      ['assigned', 'sent'],
      ['mention', 'sent'],
      ['waiting', 'sent'],
    ]);
    expect(rows.find(({ event }) => event === 'mention')?.body).toBe('Please look');
    expect((await stage.rowsOf(all)).map(({ event }) => event)).toEqual(['waiting']);
  });

  test('two processes that notice the same tell it once', async () => {
    const person = await stage.colleague({ desktop: ['channel_failed'], web_hook: [] });
    const heard: string[] = [];
    const events = [0, 1].map(() =>
      createNotificationPublisher({
        database: stage.database,
        segments: openSegments(() => []),
        realtime: { emitToUser: (userId) => userId === person.user.uuid && heard.push(userId) },
        notify: () => undefined,
        onError: (error) => {
          throw error;
        },
      }),
    );
    for (const teller of events) teller.publishChannelTrouble(stage.accountId, shop.channel.uuid, 'lost');
    await Promise.all(events.map((teller) => teller.drain()));
    expect(heard).toHaveLength(1);
    expect((await stage.rowsOf(person)).map(({ body }) => body)).toEqual(['lost']);
  });

  test('a low balance: once, until it was high enough again', async () => {
    const person = await stage.colleague({ desktop: ['balance_low'] }, { balanceBelow: 1_000_000_000 });
    const teller = createNotificationPublisher({
      database: stage.database,
      segments: openSegments(() => []),
      realtime: { emitToUser: () => undefined },
      notify: () => undefined,
      onError: () => undefined,
    });
    const watch = createAccountWatcher(stage.database, teller);
    await Promise.all([watch(), watch()]);
    await watch();
    expect(await stage.rowsOf(person)).toHaveLength(1);
    await stage.server.sql(
      `insert into ledger_entries (account_id, id, kind, tokens, balance, input, output)
       values ($1, gen_random_uuid(), 'grant', 1, 2000000000, 0, 0)`,
      [stage.accountId],
    );
    await watch();
    await watch();
    expect(await stage.rowsOf(person)).toHaveLength(2);
  });

  test('the balance that an account starts with is not low; a twentieth of it is', async () => {
    const person = await stage.colleague({ desktop: ['balance_low'] });
    const setTokens = (given: number, balance: number) =>
      stage.server.sql(
        `with lots as (update token_lots set tokens = case when id = (select min(id::text)::uuid
           from token_lots where account_id = $1) then $2::bigint else 0 end where account_id = $1)
         update token_balances set balance = $3 where account_id = $1`,
        [stage.accountId, given, balance],
      );
    const [before] = await stage.server.sql<{ given: number; balance: number }>(
      `select (select sum(tokens)::int from token_lots where account_id = $1) as given, balance::int as balance
       from token_balances where account_id = $1`,
      [stage.accountId],
    );
    const watch = newWatcher();
    const count = async (given: number, balance: number) => {
      await setTokens(given, balance);
      await watch();
      return (await stage.rowsOf(person)).length;
    };
    // What an unconfirmed account has: a fiftieth of the starting tokens.
    expect(await count(20_000, 20_000)).toBe(0);
    expect(await count(20_000, 1_001)).toBe(0);
    expect(await count(20_000, 999)).toBe(1);
    // With all of them the threshold of the settings counts.
    expect(await count(1_000_000, 100_001)).toBe(1);
    await setTokens(before?.given ?? 0, before?.balance ?? 0);
  });

  test('tokens that expire within 14 days: once for each lot, with what will be left of it', async () => {
    const shop = await stage.server.register();
    const account = shop.user.account.uuid;
    // 1,000,000 tokens were granted; of the bought ones the first lot ends first.
    await stage.server.sql(
      `with lots as (insert into token_lots (account_id, id, kind, tokens, left_tokens, expires_at, created_at)
           values ($1, gen_random_uuid(), 'paid', 500000, 500000, now() + interval '10 days', now() - interval '170 days'),
             ($1, gen_random_uuid(), 'paid', 700000, 700000, now() + interval '60 days', now() - interval '120 days')),
         zone as (update accounts set time_zone = 'Asia/Tokyo' where id = $1)
       update token_balances set balance = 1000000 where account_id = $1`,
      [account],
    );
    await stage.server.sql(
      `update token_lots set left_tokens = 0 where account_id = $1 and kind = 'granted'`,
      [account],
    );
    const watch = newWatcher();
    await Promise.all([watch(), watch()]);
    await watch();
    const rows = await stage.server.sql<{ way: string; body: string; day: string }>(
      `select way, body, to_char((now() + interval '10 days') at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI') as day
       from notifications where account_id = $1 and event = 'tokens_expiring' order by way`,
      [account],
    );
    // 200,000 of 1,200,000 were spent, which comes from the lot that ends first.
    expect(rows.map(({ way, body }) => [way, body])).toEqual([
      ['desktop', `300000 ${rows[0]?.day}`],
      ['email', `300000 ${rows[0]?.day}`],
    ]);
  });

  test('budgets at 80 % and at their limit: once each in a period, to the owner and admins', async () => {
    const shop = await stage.server.register();
    const account = shop.user.account.uuid;
    const { uuid } = await shop.call(createBudget, {
      body: { of: { kind: 'account' }, period: 'month', limit: 1_000, action: 'pause' },
    });
    await shop.call(createBudget, {
      body: { of: { kind: 'account' }, period: 'day', limit: 1_000_000, action: 'warn' },
    });
    const watch = newWatcher();
    const seenAt = async (change: string) => {
      await stage.server.sql(`update budgets set ${change} where account_id = $1 and id = $2`, [
        account,
        uuid,
      ]);
      await Promise.all([watch(), watch()]);
      const rows = await stage.server.sql<{ body: string }>(
        `select body from notifications where account_id = $1 and event = 'budget_used' and way = 'email' order by id`,
        [account],
      );
      return rows.map(({ body }) => body);
    };
    expect(await seenAt('spent = 799')).toEqual([]);
    expect(await seenAt('spent = 800')).toEqual(['near month pause']);
    // What is left may be too little for an answer.
    const short = ['near month pause', 'short month pause'];
    expect(await seenAt('spent = 960, reached_on = starts_on')).toEqual(short);
    const all = [...short, 'used month pause'];
    expect(await seenAt('spent = 1000')).toEqual(all);
    expect(await seenAt(`starts_on = starts_on - interval '1 month'`)).toEqual(all);
    await shop.call(changeBudget, { params: { uuid }, body: { limit: 1_200 } });
    expect(await seenAt(`starts_on = starts_on + interval '1 month'`)).toEqual([...all, 'near month pause']);
    // Nothing was charged in the new period: even the first question found too little.
    expect(
      await seenAt(`reached_on = starts_on, starts_on = starts_on - interval '1 month', spent = 5000`),
    ).toEqual([...all, 'near month pause', 'short month pause']);
    // Without a bot that has an economy model, none answers.
    const cheaper = `action = 'cheaper', limit_tokens = 2000, spent = 1700, reached_on = null,
      starts_on = starts_on + interval '1 month'`;
    expect((await seenAt(cheaper)).at(-1)).toBe('near month pause');
    expect(await seenAt('spent = 1700')).toHaveLength(all.length + 3);
  });

  test('a rule of whose actions some failed: once a day; one that is broken: once until it works', async () => {
    const person = await stage.colleague({ desktop: ['rule_failed'] });
    const [rule, event, customer] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await stage.server.sql(
      `with of as (insert into customers (account_id, id, name, note, fields, source)
           values ($1, $2, '', '', '{}', 'staff') returning id),
         seen as (insert into customer_events (account_id, id, customer_id, kind, by_kind, data)
           select $1, $3, id, 'followed', 'customer', '{}' from of returning id),
         rule as (insert into action_rules (account_id, id, name, enabled_at, event, actions)
           values ($1, $4, 'Welcome', now(), 'followed', '[]') returning id)
       insert into action_runs (account_id, id, event_id, rule_id, position, customer_id, action, state, reason)
       select $1, gen_random_uuid(), seen.id, rule.id, position, of.id, '{}', 'failed', reason
       from of, seen, rule, unnest(array['error', 'tag_archived', 'no_conversation']) with ordinality as n(reason, position)`,
      [stage.accountId, customer, event, rule],
    );
    const teller = createNotificationPublisher({
      database: stage.database,
      segments: openSegments(() => []),
      realtime: { emitToUser: () => undefined },
      notify: () => undefined,
      onError: () => undefined,
    });
    const watch = createAccountWatcher(stage.database, teller);
    await Promise.all([watch(), watch()]);
    await watch();
    const told = () => stage.rowsOf(person).then((rows) => rows.map(({ body, path }) => [body, path]));
    const path = '/Channel/tag?tab=rules';
    expect(await told()).toEqual([['failed', path]]);
    await stage.server.sql('update action_rules set broken_at = now() where id = $1', [rule]);
    await watch();
    await watch();
    expect(await told()).toEqual([
      ['failed', path],
      ['broken', path],
    ]);
    await stage.server.sql('delete from action_rules where id = $1', [rule]);
  });
});

describe('by mail', () => {
  test('all that was gathered in one, in the person’s language, and only to a confirmed address', async () => {
    const person = await stage.colleague({ email: ['waiting'] });
    await stage.server.sql("update users set locale = 'ja' where id = $1", [person.user.uuid]);
    await stage.put(person, 'email', ['later one', 'later two'], 300);
    await stage.put(person, 'email', ['due now']);
    const [mail] = await eventually('the mail is there', async () => {
      const mails = digestsTo(person);
      return mails.length > 0 && mails;
    });
    for (const body of ['later one', 'later two', 'due now']) {
      expect(mail?.part('text/plain')).toContain(body);
      expect(mail?.part('text/plain')).toContain(`${stage.publicUrl}/Message`);
    }
    expect(mail?.header('Subject')).toContain('お知らせ3件');
    expect((await stage.rowsOf(person)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);

    await stage.server.sql('update users set email_verified_at = null where id = $1', [person.user.uuid]);
    await stage.put(person, 'email', ['to nobody']);
    const rows = await stage.until(person, 'it ends', (all) => all.at(-1)?.state === 'failed');
    expect(rows.at(-1)?.detail).toBe('no_email');
    expect(digestsTo(person)).toHaveLength(1);
  });
});

describe('by web hook', () => {
  test('signed, tried again, with the same id and words each time', async () => {
    const person = await stage.colleague({ web_hook: ['waiting'] });
    const secret = await withHook(person);
    stage.site.behave(500);
    await stage.put(person, 'web_hook', ['hook one', 'hook two']);
    await stage.until(person, 'it was tried', ([first]) => first?.detail === 'http_500');
    stage.site.behave(200);
    await stage.server.sql('update notifications set due_at = now() where user_id = $1', [person.user.uuid]);
    await stage.until(person, 'both are told', (rows) => rows.every(({ state }) => state === 'sent'));
    const [before, after, ...more] = heardBy('hook one');
    expect(more).toEqual([]);
    expect(after?.body).toBe(before?.body);
    expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    expect(JSON.parse(after?.body ?? '')).toMatchObject({
      type: 'notifications',
      data: { items: [{ body: 'hook one' }, { body: 'hook two' }] },
    });
    const signed = `${after?.headers['webhook-id']}.${after?.headers['webhook-timestamp']}.${after?.body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(after?.headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
  });

  test('three pumps at once tell everything, and nothing twice', async () => {
    const person = await stage.colleague({ web_hook: ['waiting'] });
    await withHook(person);
    const bodies = Array.from({ length: 30 }, (_, index) => `pumped ${index}.`);
    const senders = [stage.sender(NOBODY), stage.sender(NOBODY)];
    for (const body of bodies) {
      await stage.put(person, 'web_hook', [body]);
      await Promise.all(senders.map((sender) => sender.runOnce()));
    }
    await stage.until(person, 'all are told', (rows) => rows.every(({ state }) => state === 'sent'));
    await Promise.all(senders.map((sender) => sender.drain()));
    for (const body of bodies) expect(heardBy(body)).toHaveLength(1);
  });

  test('an address inside a private network is refused where those are not allowed', async () => {
    const person = await stage.colleague({});
    const body = { ...DEFAULT_NOTIFY, webHookUrl: 'http://169.254.169.254/latest' };
    const problem = await person.refused(updateNotify, { body });
    expect([problem.code, problem.errors?.[0]?.path]).toEqual(['address_not_allowed', 'body.webHookUrl']);
  });
});

describe('on a phone', () => {
  test('linked by a code that is answered and is no question; told once even after a crash', async () => {
    const person = await stage.colleague({ channel: ['waiting'] });
    const phone = await linkPhone(person);
    await eventually('it is confirmed', async () => shop.received(phone).length > 0);
    expect(shop.received(phone)).toEqual(['Linked. Hanasu notifications will arrive here.']);
    await stage.put(person, 'channel', ['on my phone']);
    await stage.until(person, 'it is told', ([row]) => row?.state === 'sent');
    // As a process leaves it that ended between the vendor's answer and its own commit.
    await stage.server.sql(
      `update notifications set state = 'waiting', ended_at = null, lease_until = now() - interval '1 second'
       where user_id = $1`,
      [person.user.uuid],
    );
    const [row] = await stage.until(person, 'it is told', ([found]) => found?.state === 'sent');
    expect(row?.attempts).toBe(2);
    expect(shop.received(phone).filter((text) => text.includes('on my phone'))).toHaveLength(1);

    await person.call(unlinkNotifyChannel, { params: { channel: shop.channel.uuid } });
    await stage.put(person, 'channel', ['nowhere']);
    const rows = await stage.until(person, 'it ends', (all) => all.at(-1)?.state === 'failed');
    expect(rows.at(-1)?.detail).toBe('not_linked');
    expect((await person.refused(testNotify, { body: { way: 'channel' } })).code).toBe('notify_not_linked');
  });

  test('a code is good once, for 15 minutes, and a friend may guess five times an hour', async () => {
    const person = await stage.colleague({});
    const own = await openShop(stage);
    const link = () => person.call(linkNotifyChannel, { body: { channelUuid: own.channel.uuid } });
    const isLinked = async () =>
      (await person.call(getNotify)).links.find(({ channelUuid }) => channelUuid === own.channel.uuid)
        ?.linkedAt;
    const old = await link();
    await stage.server.sql('update notify_links set code_expires_at = now() where user_id = $1', [
      person.user.uuid,
    ]);
    await own.says(old.code);
    await own.until('it is a question', (all) => textsOf(all, 'bot').length === 1);
    const { code } = await link();
    for (let guess = 1; guess <= 5; guess += 1) {
      await own.says(`WRQNG${guess + 2}ZZ`);
      await own.until('it is a question', (all) => textsOf(all, 'bot').length === guess + 1);
    }
    await own.says(code);
    await own.until('it is a question, too', (all) => textsOf(all, 'bot').length === 7);
    expect(await isLinked()).toBeNull();
    const other = stage.fake.addFriend(own.credentials.channelId, { displayName: 'Mine' });
    await own.says(code, other);
    await eventually('it is linked', isLinked);
  });
});

describe('quiet hours', () => {
  test('hold back everything but the desktop, and what came is told in one when they end', async () => {
    const person = await stage.colleague({ desktop: ['channel_failed'], web_hook: ['channel_failed'] });
    await withHook(person);
    const { settings } = await person.call(getNotify);
    await person.call(updateNotify, { body: { ...settings, quiet: ALWAYS } });
    await stage.put(person, 'web_hook', ['quiet one']);
    await stage.put(person, 'web_hook', ['quiet two']);
    const page = await openPage(person);
    expect(await person.call(testNotify, { body: { way: 'desktop' } })).toEqual({ ok: true, detail: null });
    await eventually('the desktop is told', async () => page.told.length > 0);
    page.close();
    await eventually('both are held', async () => {
      const [row] = await stage.server.sql<{ held: number }>(
        `select count(*)::int as held from notifications where user_id = $1 and state = 'waiting'
           and due_at > now() and batch is null and attempts = 0`,
        [person.user.uuid],
      );
      return row?.held === 2;
    });
    expect(heardBy('quiet one')).toEqual([]);
    await person.call(updateNotify, { body: { ...settings, quiet: null } });
    await stage.server.sql('update notifications set due_at = now() where user_id = $1', [person.user.uuid]);
    await stage.until(person, 'both are told', (rows) => rows.every(({ state }) => state === 'sent'));
    expect(heardBy('quiet one')).toHaveLength(1);
    expect(heardBy('quiet one')[0]?.body).toContain('quiet two');
  });
});

describe('people', () => {
  test('see their own choices and what they were told elsewhere, and nobody else’s', async () => {
    const person = await stage.colleague({ web_hook: ['waiting'] });
    await stage.put(person, 'web_hook', ['no address']);
    await stage.until(person, 'it ends', ([row]) => row?.state === 'failed');
    const view = await person.call(getNotify);
    expect(view.recent).toMatchObject([
      { event: 'waiting', way: 'web_hook', state: 'failed', detail: 'no_address', count: 1 },
    ]);
    expect(view.email).toBe(person.user.email);
    const other = await stage.colleague({});
    expect((await other.call(getNotify)).recent).toEqual([]);
    await stage.server.sql('update users set email_verified_at = null where id = $1', [other.user.uuid]);
    expect((await other.call(getNotify)).email).toBeNull();
  });

  test('what fails for one reason is one row with its number', async () => {
    const person = await stage.colleague({ web_hook: ['waiting'] });
    await stage.put(person, 'web_hook', ['one', 'two', 'three']);
    await stage.until(person, 'they end', (rows) => rows.every(({ state }) => state === 'failed'));
    await stage.put(person, 'email', ['a mail']);
    await stage.until(person, 'the mail is sent', (rows) => rows.some(({ state }) => state === 'sent'));
    expect((await person.call(getNotify)).recent).toMatchObject([
      { way: 'email', state: 'sent', count: 1 },
      { way: 'web_hook', state: 'failed', detail: 'no_address', count: 3 },
    ]);
  });

  test('try each way, and hear why it does not work', async () => {
    const person = await stage.colleague({});
    const ask = (way: 'email' | 'web_hook') => person.call(testNotify, { body: { way } });
    expect(await ask('web_hook')).toEqual({ ok: false, detail: 'no_address' });
    await withHook(person);
    expect(await ask('web_hook')).toEqual({ ok: true, detail: null });
    stage.site.behave(404);
    expect(await ask('web_hook')).toEqual({ ok: false, detail: 'http_404' });
    stage.site.behave(200);
    expect(await ask('email')).toEqual({ ok: true, detail: null });
    await eventually('the mail arrives', async () => digestsTo(person).length > 0);
    await stage.server.sql('update users set email_verified_at = null where id = $1', [person.user.uuid]);
    expect(await ask('email')).toEqual({ ok: false, detail: 'no_email' });
    for (let test = 5; test < 20; test += 1) await ask('email');
    expect((await person.refused(testNotify, { body: { way: 'email' } })).code).toBe('too_many_tries');
  });

  test('who left is told nothing, and their links and choices go', async () => {
    const person = await stage.colleague({ web_hook: ['waiting'] });
    await withHook(person);
    await linkPhone(person);
    await stage.owner.call(removeMember, { params: { uuid: person.user.uuid } });
    await stage.put(person, 'web_hook', ['to who left']);
    const rows = await stage.until(person, 'it ends', (all) => all.at(-1)?.state === 'failed');
    expect([rows.at(-1)?.detail, heardBy('to who left')]).toEqual(['left_account', []]);
    await stage.database.system(removeOldNotifications);
    const left = await stage.server.sql(
      'select user_id from notify_links where user_id = $1 union select user_id from notify_settings where user_id = $1',
      [person.user.uuid],
    );
    expect(left).toEqual([]);
  });

  test('what was told is removed after 30 days; addresses and secrets are in the activity log', async () => {
    const person = await stage.colleague({});
    await stage.put(person, 'desktop', ['old']);
    await stage.server.sql(
      "update notifications set created_at = now() - interval '31 days', state = 'sent' where user_id = $1",
      [person.user.uuid],
    );
    await stage.database.system(removeOldNotifications);
    expect(await stage.rowsOf(person)).toEqual([]);
    await withHook(person);
    const { items } = await stage.owner.call(listAudit, { query: { page: 1, pageSize: 100 } });
    const actions = items.filter(({ actor }) => actor?.uuid === person.user.uuid).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['web_hook.added', 'web_hook.secret_renewed']);
  });
});
