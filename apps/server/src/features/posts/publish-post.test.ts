import * as contract from '@hanasu/contract/posts';
import { createWebHook } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addMember } from '../../testing/test-team.ts';
import { addPost, addPublished, change, publish } from './testing/posts.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const schedule = (person: SignedIn, uuid: contract.PostView['uuid'], at = inHours(1)) =>
  person.call(contract.schedulePost, { params: { uuid }, body: { at } });
const letTimePass = (uuid: string) =>
  server.sql(
    `update posts set scheduled_at = now() - interval '1 second', due_at = now() - interval '1 second' where id = $1`,
    [uuid],
  );
const until = (person: SignedIn, uuid: contract.PostView['uuid'], state: contract.PostState) =>
  eventually(`the post is ${state}`, async () => {
    const post = await person.call(contract.getPost, { params: { uuid } });
    return post.state === state ? post : undefined;
  });

test('publishes the draft of the moment at its time', async () => {
  const person = await server.register();
  await person.call(createWebHook, {
    body: { url: 'https://hooks.example.invalid/posts', events: ['post.published'] },
  });
  const post = await addPost(person);
  const at = inHours(24);
  const scheduled = await schedule(person, post.uuid, at);
  expect(scheduled).toMatchObject({ state: 'scheduled', path: null });
  expect(Date.parse(scheduled.scheduledAt ?? '')).toBe(Date.parse(at));
  await change(person, scheduled, { title: 'Changed meanwhile' });
  await letTimePass(post.uuid);
  const published = await until(person, post.uuid, 'published');
  expect(published).toMatchObject({ scheduledAt: null, hasChanges: false, title: 'Changed meanwhile' });
  expect((await fetch(new URL(published.path ?? '', server.address))).status).toBe(200);
  const actions = await server.sql<{ action: string; userId: string; address: string | null }>(
    `select action, user_id as "userId", address from audit_events where account_id = $1 and action like 'post.%' order by id`,
    [person.user.account.uuid],
  );
  expect(actions).toMatchObject([
    { action: 'post.scheduled', userId: person.user.uuid },
    { action: 'post.published', userId: person.user.uuid, address: null },
  ]);
  const deliveries = await server.sql('select 1 from web_hook_deliveries where account_id = $1', [
    person.user.account.uuid,
  ]);
  expect(deliveries).toHaveLength(1);
});

test('changes a published page at its time', async () => {
  const person = await server.register();
  const post = await addPublished(person, { title: 'Before' });
  const refused = await person.refused(contract.schedulePost, {
    params: { uuid: post.uuid },
    body: { at: inHours(1) },
  });
  expect(refused.code).toBe('nothing_to_publish');
  await change(person, post, { title: 'After' });
  expect(await schedule(person, post.uuid)).toMatchObject({ state: 'scheduled', path: post.path });
  await letTimePass(post.uuid);
  await until(person, post.uuid, 'published');
  expect(await (await fetch(new URL(post.path, server.address))).text()).toContain('<h1>After</h1>');
});

test('takes times to come, of a complete post, and takes them back', async () => {
  const person = await server.register();
  const { uuid } = await addPost(person, { title: '' });
  const params = { uuid };
  for (const at of [inHours(-1), inHours(24 * 400)]) {
    const refused = await person.refused(contract.schedulePost, { params, body: { at } });
    expect(refused).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.at' }] });
  }
  const incomplete = await person.refused(contract.schedulePost, { params, body: { at: inHours(1) } });
  expect(incomplete.code).toBe('post_incomplete');
  const post = await addPost(person);
  await schedule(person, post.uuid);
  expect(await person.call(contract.unschedulePost, { params: { uuid: post.uuid } })).toMatchObject({
    state: 'draft',
    scheduledAt: null,
  });
});

test('a post that was taken down sends nothing to web hooks', async () => {
  const person = await server.register();
  await person.call(createWebHook, {
    body: { url: 'https://hooks.example.invalid/posts', events: ['post.published'] },
  });
  const post = await addPost(person);
  await server.sql('update posts set hidden_at = now() where id = $1', [post.uuid]);
  expect(await publish(person, post)).toMatchObject({ isHidden: true });
  const deliveries = await server.sql('select 1 from web_hook_deliveries where account_id = $1', [
    person.user.account.uuid,
  ]);
  expect(deliveries).toEqual([]);
});

test.each([
  ['post_incomplete', `update posts set title = '' where id = $1`],
  ['taken_down', 'update posts set hidden_at = now() where id = $1'],
  [
    'email_unconfirmed',
    `update users set email_verified_at = null where id = (select created_by from posts where id = $1)`,
  ],
  [
    'account_suspended',
    `update accounts set suspended_at = now() where id = (select account_id from posts where id = $1)`,
  ],
])('says why it could not publish: %s', async (failure, spoil) => {
  const person = await server.register();
  const post = await addPost(person);
  await schedule(person, post.uuid);
  await server.sql(spoil, [post.uuid]);
  await letTimePass(post.uuid);
  const row = await eventually('the post has failed', async () => {
    const [found] = await server.sql<{ failure: string | null; at: Date | null; due: Date | null }>(
      'select failure, scheduled_at as at, due_at as due from posts where id = $1',
      [post.uuid],
    );
    return found?.failure ? found : undefined;
  });
  expect(row).toEqual({ failure, at: null, due: null });
  await server.sql('update accounts set suspended_at = null where id = $1', [person.user.account.uuid]);
  const { items } = await person.call(contract.listPosts, { query: { state: 'failed' } });
  expect(items).toMatchObject([{ uuid: post.uuid, state: 'failed', failure, path: null }]);
  const cleared = await person.call(contract.unschedulePost, { params: { uuid: post.uuid } });
  expect(cleared).toMatchObject({ state: 'draft', failure: null });
});

test('gives up a post whose publishing throws at each attempt, which the owner can publish again', async () => {
  const person = await server.register();
  const post = await addPost(person, { title: 'Stubborn' });
  const name = `boom_${post.uuid.replaceAll('-', '')}`;
  await server.sql(
    `create function ${name}() returns trigger language plpgsql as $$ begin raise 'boom'; end $$`,
  );
  await server.sql(
    `create trigger ${name} before update on posts for each row
     when (new.id = '${post.uuid}' and new.published_version is not null) execute function ${name}()`,
  );
  await schedule(person, post.uuid);
  await letTimePass(post.uuid);
  const waits: number[] = [];
  for (let attempt = 1; attempt < 5; attempt += 1) {
    const { wait } = await eventually(`attempt ${attempt} has ended`, async () => {
      const [row] = await server.sql<{ attempts: number; wait: number }>(
        'select attempts, extract(epoch from due_at - now())::float8 as wait from posts where id = $1',
        [post.uuid],
      );
      return row?.attempts === attempt && row;
    });
    waits.push(Math.round(wait / 60));
    expect((await person.call(contract.getPost, { params: { uuid: post.uuid } })).state).toBe('scheduled');
    await server.sql('update posts set due_at = now() where id = $1', [post.uuid]);
  }
  expect(waits).toEqual([1, 2, 4, 8]);
  const failed = await until(person, post.uuid, 'failed');
  expect(failed).toMatchObject({ failure: 'publishing_failed', scheduledAt: null, path: null });
  const notices = await server.sql<{ event: string; body: string }>(
    `select event, body from notifications where account_id = $1 and way = 'email'`,
    [person.user.account.uuid],
  );
  expect(notices).toEqual([{ event: 'post_failed', body: 'publishing_failed' }]);
  await server.sql(`drop trigger ${name} on posts`);
  await server.sql(`drop function ${name}()`);
  expect(await publish(person, failed)).toMatchObject({ state: 'published', failure: null });
});

test('gives up a post at whose attempts the process ended', async () => {
  const person = await server.register();
  const post = await addPost(person);
  await schedule(person, post.uuid);
  await server.sql('update posts set attempts = 5 where id = $1', [post.uuid]);
  await letTimePass(post.uuid);
  const failed = await until(person, post.uuid, 'failed');
  expect(failed.failure).toBe('publishing_failed');
  await schedule(person, post.uuid);
  await letTimePass(post.uuid);
  await until(person, post.uuid, 'published');
});

test('notifies the owner and admins once that a post was not published at its time, with a link to it', async () => {
  const owner = await server.register();
  const admin = await addMember(server, owner, 'admin');
  await addMember(server, owner, 'operator');
  const post = await addPost(owner, { title: 'Opening hours' });
  const fail = async (): Promise<void> => {
    await schedule(owner, post.uuid);
    await server.sql(`update posts set content = '' where id = $1`, [post.uuid]);
    await letTimePass(post.uuid);
    await until(owner, post.uuid, 'failed');
  };
  const notices = (userId: string) =>
    server.sql<{ way: string }>(
      `select event, way, subject, body, path from notifications where account_id = $1 and user_id = $2 order by created_at, way`,
      [owner.user.account.uuid, userId],
    );
  await fail();
  const notice = {
    event: 'post_failed',
    subject: 'Opening hours',
    body: 'post_incomplete',
    path: `/Post-Manage/edit/${post.uuid}`,
  };
  const expected = ['desktop', 'email'].map((way) => ({ ...notice, way }));
  expect(await notices(owner.user.uuid)).toEqual(expected);
  expect(await notices(admin.user.uuid)).toEqual(expected);
  const people = await server.sql('select distinct user_id from notifications where account_id = $1', [
    owner.user.account.uuid,
  ]);
  expect(people).toHaveLength(2);
  // A later schedule that fails as well is another event.
  const failed = await owner.call(contract.getPost, { params: { uuid: post.uuid } });
  await change(owner, failed, { content: '<p>Nine to five</p>' });
  await fail();
  expect(await notices(owner.user.uuid)).toEqual([...expected, ...expected]);
});

test('an administrator publishes and schedules once the owner has confirmed their address', async () => {
  const owner = await server.register();
  const admin = await addMember(server, owner, 'admin');
  const confirm = (isConfirmed: boolean) =>
    server.sql('update users set email_verified_at = case when $2 then now() end where id = $1', [
      owner.user.uuid,
      isConfirmed,
    ]);
  await confirm(false);
  const { uuid, revision } = await addPost(admin);
  const params = { uuid };
  const refused = [
    await admin.refused(contract.publishPost, { params, body: { revision } }),
    await admin.refused(contract.schedulePost, { params, body: { at: inHours(1) } }),
  ];
  expect(refused).toMatchObject(Array(2).fill({ status: 409, code: 'owner_unconfirmed' }));
  expect(await admin.call(contract.getPost, { params })).toMatchObject({ state: 'draft', path: null });
  await confirm(true);
  expect(await admin.call(contract.publishPost, { params, body: { revision } })).toMatchObject({
    state: 'published',
  });
});
