import {
  connectChannel,
  createSandboxChannel,
  finishConnecting,
  getChannel,
  reconnectChannel,
  refreshQuota,
  replaceCredentials,
  testChannel,
} from '@hanasu/contract/channels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerWithVendor, type PermissionStage } from '../testing/permission-stage.fixture.ts';

let stage: PermissionStage;
beforeAll(async () => {
  stage = await createServerWithVendor();
});
afterAll(() => stage.server.stop());

const grantsLeft = () => stage.server.sql('select 1 from channel_grants');

describe('beginning', () => {
  test('sends the owner to the vendor with a state and a verifier of which nothing is stored in the clear', async () => {
    const { vendor, owner, server } = stage;
    const { url, state } = await stage.begin(owner);
    expect(url).toContain(state);
    const begun = vendor.begun.at(-1);
    expect(Buffer.from(state, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(begun?.codeVerifier).toMatch(/^[A-Za-z0-9]{43}$/);
    expect(begun?.redirectUri).toBe(`${stage.publicUrl}/Channel/connected`);
    const [row] = await server.sql<Record<string, unknown>>(
      "select encode(secrets, 'escape') as secrets, encode(state_hash, 'escape') as hash from channel_grants",
    );
    for (const secret of [state, begun?.codeVerifier, 'the secret'])
      expect(JSON.stringify(row)).not.toContain(secret);
  });

  test.each([
    ['is missing', { appId: '123' }, 'body.input.appSecret'],
    ['is empty', { appId: '123', appSecret: '  ' }, 'body.input.appSecret'],
    ['the vendor could not take', { appId: 'abc', appSecret: 'x' }, 'body.input.appId'],
    ['nobody asked for', { appId: '123', appSecret: 'x', access: 'mine' }, 'body.input.access'],
  ])('a field that %s is named', async (_, input, path) => {
    const body = { kind: 'rotating', name: 'Shop', botUuid: stage.bot.uuid, input };
    const problem = await stage.owner.refused(connectChannel, { body });
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
  });

  test('a kind that nobody has is refused, and so is a sandbox of one that has none', async () => {
    const body = { kind: 'pigeon', name: 'Shop', botUuid: stage.bot.uuid };
    const problem = await stage.owner.refused(connectChannel, { body: { ...body, input: {} } });
    expect(problem.errors?.[0]?.path).toBe('body.kind');
    const sandbox = await stage.owner.refused(createSandboxChannel, { body: { ...body, kind: 'rotating' } });
    expect(sandbox.errors?.[0]?.path).toBe('body.kind');
  });
});

describe('coming back', () => {
  test('connects the account that gave its permission, with the verifier it was begun with', async () => {
    const { vendor, owner, server } = stage;
    const { state } = await stage.begin(owner, { name: 'Corner shop' });
    const verifier = vendor.begun.at(-1)?.codeVerifier;
    const code = vendor.allow('first');
    const channel = await owner.call(finishConnecting, { body: { query: { code, state, oa_id: 'first' } } });
    expect(channel).toMatchObject({
      kind: 'rotating',
      name: 'Corner shop',
      displayName: 'Account first',
      botUuid: stage.bot.uuid,
      status: 'connected',
      health: { webhook: 'unknown', access: 'ok' },
      quota: { limit: 100, used: 10 },
    });
    expect(channel.health.accessLapsesAt).not.toBeNull();
    expect(vendor.verifiers.at(-1)).toBe(verifier);
    const [audit] = await server.sql("select action from audit_events where target = 'Corner shop'");
    expect(audit).toEqual({ action: 'channel.connected' });
    const again = await owner.refused(finishConnecting, { body: { query: { code, state } } });
    expect(again.code).toBe('channel_permission_unknown');
  });

  test('only the session that started the authorisation may finish it', async () => {
    const { vendor, owner, server } = stage;
    const { state } = await stage.begin(owner);
    const code = vendor.allow('stolen');
    const body = { query: { code, state } };
    const thief = await server.register();
    const otherDevice = await server.signIn(owner);
    for (const caller of [thief, otherDevice]) {
      expect((await caller.refused(finishConnecting, { body })).code).toBe('channel_permission_unknown');
      const without = await caller.refused(finishConnecting, { body: { query: { code } } });
      expect(without.code).toBe('channel_permission_unknown');
    }
    expect((await owner.call(finishConnecting, { body })).displayName).toBe('Account stolen');
  });

  test('an unknown state is refused, even while another one is pending', async () => {
    const { vendor, owner } = stage;
    const { state } = await stage.begin(owner);
    const code = vendor.allow('guessed');
    const made = await owner.refused(finishConnecting, { body: { query: { code, state: 'made up' } } });
    expect(made.code).toBe('channel_permission_unknown');
    await owner.call(finishConnecting, { body: { query: { code, state } } });
  });

  test('a return without a state finishes the newest authorisation of this session', async () => {
    const { vendor, owner } = stage;
    await stage.begin(owner, { name: 'Older' });
    await stage.begin(owner, { name: 'Newer' });
    const code = vendor.allow('stateless');
    const channel = await owner.call(finishConnecting, { body: { query: { code } } });
    expect(channel.name).toBe('Newer');
  });

  test('an authorisation expires after half an hour, and the clean-up deletes it', async () => {
    const { vendor, owner, server } = stage;
    const { state } = await stage.begin(owner);
    // Its end was written by a clock that may differ from the database's by a moment.
    await server.sql("update channel_grants set expires_at = expires_at - interval '30 minutes 5 seconds'");
    const queries: Record<string, string>[] = [
      { code: vendor.allow('late'), state },
      { code: vendor.allow('late') },
    ];
    for (const query of queries) {
      const problem = await owner.refused(finishConnecting, { body: { query } });
      expect(problem.code).toBe('channel_permission_unknown');
    }
    await stage.clean();
    expect(await grantsLeft()).toEqual([]);
  });

  test('a refused permission is reported, and the authorisation can be started again', async () => {
    const { owner } = stage;
    const { state } = await stage.begin(owner);
    const query = { state, error: 'access_denied' };
    const problem = await owner.refused(finishConnecting, { body: { query } });
    expect(problem.code).toBe('channel_permission_refused');
    const again = await owner.refused(finishConnecting, { body: { query } });
    expect(again.code).toBe('channel_permission_unknown');
  });

  test('a code that the vendor does not know is refused; while the vendor is unavailable the page can be loaded again', async () => {
    const { vendor, owner } = stage;
    const wrong = await stage.begin(owner);
    const body = { query: { code: 'made up', state: wrong.state } };
    expect((await owner.refused(finishConnecting, { body })).code).toBe('channel_permission_refused');
    const { state } = await stage.begin(owner);
    const query = { code: vendor.allow('patient'), state };
    vendor.isDown = true;
    const away = await owner.refused(finishConnecting, { body: { query } });
    vendor.isDown = false;
    expect(away.code).toBe('channel_vendor_unreachable');
    expect((await owner.call(finishConnecting, { body: { query } })).displayName).toBe('Account patient');
  });

  test('two at the same time connect once', async () => {
    const { vendor, owner } = stage;
    const { state } = await stage.begin(owner);
    const body = { query: { code: vendor.allow('twice'), state } };
    const answers = await Promise.all(
      [1, 2].map(() => owner.raw('POST', '/api/channel/connected', { body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  test('an account that somebody else has connected is refused', async () => {
    await stage.connect(stage.owner, 'taken');
    const rival = await stage.newOwner();
    const { state } = await stage.begin(rival);
    const body = { query: { code: stage.vendor.allow('taken'), state } };
    expect((await rival.refused(finishConnecting, { body })).code).toBe('channel_exists');
  });

  test('an account of one’s own is connected again, as the same channel', async () => {
    const before = await stage.connect(stage.owner, 'mine');
    const after = await stage.connect(stage.owner, 'mine');
    expect(after.uuid).toBe(before.uuid);
  });

  test('a bot that was deleted meanwhile costs nobody the permission', async () => {
    const { state } = await stage.begin(stage.owner);
    await stage.server.sql('update channel_grants set bot_id = gen_random_uuid()');
    const body = { query: { code: stage.vendor.allow('no bot'), state } };
    expect((await stage.owner.call(finishConnecting, { body })).botUuid).toBeNull();
  });
});

describe('connecting again', () => {
  test('one click gives the address, and the channel keeps its name, its bot and its pause', async () => {
    const { vendor, owner, server } = stage;
    const channel = await stage.connect(owner, 'again', { name: 'Kept' });
    const params = { uuid: channel.uuid };
    const lost = { paused: true, access_lost: true, attention: 'gone' };
    await server.sql('update channels set paused = $2, access_lost = $3, attention = $4 where id = $1', [
      channel.uuid,
      ...Object.values(lost),
    ]);
    const shown = await owner.call(getChannel, { params });
    expect(shown.health.access).toBe('lost');
    // What is stored is of no use any more.
    vendor.grant('again');
    const outcome = await owner.call(reconnectChannel, { params });
    if (outcome.kind !== 'permission') throw new Error('no permission was wanted');
    const query = { code: vendor.allow('again'), state: vendor.begun.at(-1)?.state ?? '' };
    const after = await owner.call(finishConnecting, { body: { query } });
    expect(after).toMatchObject({
      uuid: channel.uuid,
      name: 'Kept',
      botUuid: stage.bot.uuid,
      status: 'paused',
      attention: null,
      health: { access: 'ok' },
    });
  });

  test('another official account is refused, and the channel does not change', async () => {
    const { vendor, owner } = stage;
    const channel = await stage.connect(owner, 'this one');
    await owner.call(reconnectChannel, { params: { uuid: channel.uuid } });
    const state = vendor.begun.at(-1)?.state ?? '';
    const body = { query: { code: vendor.allow('another one'), state } };
    expect((await owner.refused(finishConnecting, { body })).code).toBe('channel_other_account');
    expect(await owner.call(getChannel, { params: { uuid: channel.uuid } })).toEqual(channel);
  });

  test('another app needs its own permission', async () => {
    const { vendor, owner } = stage;
    const channel = await stage.connect(owner, 'new app');
    const params = { uuid: channel.uuid };
    const input = { appId: '777', appSecret: 'new secret' };
    const wrong = await owner.refused(replaceCredentials, { params, body: { input: { appId: '777' } } });
    expect(wrong.errors?.[0]?.path).toBe('body.input.appSecret');
    expect(await owner.call(replaceCredentials, { params, body: { input } })).toMatchObject({
      kind: 'permission',
    });
    const state = vendor.begun.at(-1)?.state ?? '';
    const query = { code: vendor.allow('new app'), state };
    const after = await owner.call(finishConnecting, { body: { query } });
    expect(after.uuid).toBe(channel.uuid);
    expect(await stage.credentialsOf(channel.uuid)).toMatchObject(input);
  });

  test('another account cannot reconnect the channel', async () => {
    const channel = await stage.connect(stage.owner, 'private');
    const rival = await stage.newOwner();
    const params = { uuid: channel.uuid };
    expect((await rival.refused(reconnectChannel, { params })).code).toBe('not_found');
    const body = { input: { appId: '1', appSecret: 'x' } };
    expect((await rival.refused(replaceCredentials, { params, body })).code).toBe('not_found');
  });
});

describe('a webhook that the owner sets', () => {
  test('the server does not test it', async () => {
    const channel = await stage.connect(stage.owner, 'untested');
    const tested = await stage.owner.call(testChannel, { params: { uuid: channel.uuid } });
    expect(tested).toMatchObject({ attention: null, health: { webhook: 'unknown' } });
  });

  test('an unsigned call is accepted and ignored', async () => {
    const channel = await stage.connect(stage.owner, 'unsigned');
    const { pathname } = new URL(channel.webhookUrl);
    const post = async (body: string, signature: string) =>
      (
        await stage.server.anonymous.raw('POST', pathname, {
          body,
          headers: { 'x-signature': signature, 'content-type': 'application/json' },
        })
      ).status;
    for (const body of ['{}', '', '{"event":"text"}']) expect(await post(body, 'wrong')).toBe(200);
    expect(stage.vendor.parsed).toBe(0);
    expect(await post('{"event":"text"}', 'right')).toBe(200);
    expect(stage.vendor.parsed).toBe(1);
    expect(stage.warnings.filter((line) => line.includes(channel.uuid))).toHaveLength(1);
  });
});

test('the quota is requested from the vendor when somebody asks for it', async () => {
  const { vendor, owner } = stage;
  const { uuid } = await stage.connect(owner, 'counted');
  vendor.quota = { limit: 100, used: 77 };
  expect((await owner.call(refreshQuota, { params: { uuid } })).quota).toMatchObject({
    limit: 100,
    used: 77,
  });
  vendor.isDown = true;
  const problem = await owner.refused(refreshQuota, { params: { uuid } });
  vendor.isDown = false;
  expect(problem.code).toBe('channel_vendor_unreachable');
});

test('access that ends within a week is shown before it does', async () => {
  const { owner, server } = stage;
  const { uuid, health } = await stage.connect(owner, 'lapsing');
  expect(health.access).toBe('ok');
  await server.sql("update channels set access_lapses_at = now() + interval '6 days' where id = $1", [uuid]);
  expect((await owner.call(getChannel, { params: { uuid } })).health.access).toBe('lapsing');
});
