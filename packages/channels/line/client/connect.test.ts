import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LineCredentials } from '../credentials.ts';
import { createLineChannel } from '../line.channel.ts';
import { CREDENTIALS, type Stage, setStage } from '../testing.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

function connect(changed: Partial<LineCredentials> = {}) {
  const { fake, clock } = stage;
  const adapter = createLineChannel({ hosts: fake.hosts, now: clock.now });
  return adapter.connect({ credentials: { ...CREDENTIALS, ...changed } });
}

it('reads who the account is', async () => {
  const { botUserId } = stage.fake.channel(CREDENTIALS.channelId);
  expect(await connect()).toEqual({
    kind: 'connected',
    externalId: botUserId,
    displayName: 'テスト商店',
    pictureUrl: null,
  });
});
it('tells a mistyped channel id from a wrong secret by whose token it is', async () => {
  expect(await connect({ channelId: '1234567899' })).toMatchObject({
    field: 'channelId',
    detail: expect.stringContaining('belongs to channel 1234567890'),
  });
  expect(await connect({ channelSecret: 'f'.repeat(32) })).toMatchObject({ field: 'channelSecret' });
});
it('says whose a foreign token is', async () => {
  const other = { channelId: '22', channelSecret: 's', channelAccessToken: 't2', displayName: 'b' };
  stage.fake.addChannel(other);
  expect(await connect({ channelAccessToken: 't2' })).toEqual({
    kind: 'rejected',
    field: 'channelAccessToken',
    detail: 'the token belongs to another channel (22)',
  });
});
it('knows the owner of a token of the newer kind', async () => {
  const { channelId, channelSecret } = CREDENTIALS;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: channelId,
    client_secret: channelSecret,
  });
  const issued = await fetch(`${stage.fake.hosts.api}/oauth2/v3/token`, { method: 'POST', body: form });
  const { access_token: channelAccessToken } = Object(await issued.json());
  expect(await connect({ channelAccessToken })).toMatchObject({ kind: 'connected' });
  expect(await connect({ channelAccessToken, channelSecret: 'f'.repeat(32) })).toMatchObject({
    field: 'channelSecret',
  });
});
it.each(['/v2/bot/info', '/oauth2/v3/token', '/v2/oauth/verify'])(
  'blames nobody when %s is out of order',
  async (path) => {
    for (const status of [500, 429, 'reset'] as const) {
      stage.fake.fault({ path, status });
      expect((await connect()).kind).toBe('unreachable');
    }
  },
);
