import { DEFAULT_CHANNEL_SETTINGS, updateChannelSettings } from '@hanasu/contract/channel-settings';
import { updateEmbedSetting } from '@hanasu/contract/embed';
import { setHandling } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import { openShop, type Stage, setStage, textsOf } from '../channels/testing/channel-stage.fixture.ts';

const UNABLE = "Sorry, we can't answer automatically right now. Our staff will reply here.";

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ BATCHING_DELAY_MS: '0' });
});
afterAll(() => stage.close());

const suspend = (since: string) =>
  stage.server.sql(`update accounts set suspended_at = ${since} where id = $1`, [
    stage.owner.user.account.uuid,
  ]);

test.each(['builtin-extractive', 'openai-gpt-4o'])(
  'with %s a suspended account’s bot does not answer on its channels: a person is called, said once',
  async (serviceUuid) => {
    const shop = await openShop(stage, { bot: { serviceUuid } });
    const asked = stage.models.requests.length;
    await suspend('now()');
    try {
      await shop.says('Are you open?');
      await eventually('it is said', async () => shop.received().length === 1);
      expect(shop.received()).toEqual([UNABLE]);
      const [called] = await stage.server.sql(
        'select handling, waiting_reason as "waitingReason" from conversations where channel_id = $1',
        [shop.channel.uuid],
      );
      expect(called).toEqual({ handling: 'waiting', waitingReason: 'paused' });
      await shop.says('Hello?');
      await eventually('the second message is stored and nothing is due', async () => {
        const [row] = await stage.server.sql<{ said: number; isDue: boolean }>(
          `select (select count(*)::int from messages m where m.conversation_id = c.id and m.sender = 'customer') as said,
             c.turn_due_at is not null or c.lease_until is not null as "isDue"
           from conversations c where c.channel_id = $1`,
          [shop.channel.uuid],
        );
        return row?.said === 2 && !row.isDue;
      });
      expect(shop.received()).toEqual([UNABLE]);
      expect(stage.models.requests).toHaveLength(asked);
      expect(await stage.server.sql('select 1 from token_reservations')).toEqual([]);
    } finally {
      await suspend('null');
    }
    // Both messages were received, and the bot helps again.
    expect(textsOf(await shop.messages(), 'customer')).toEqual(['Are you open?', 'Hello?']);
    const { uuid } = await shop.conversation();
    await stage.owner.call(setHandling, { params: { uuid }, body: { handling: 'bot' } });
    await shop.says('Still there?');
    await eventually('it is answered', async () => shop.received().length === 2);
  },
);

test('a suspended account greets nobody and sends no keyword reply: its customer waits for a person', async () => {
  const shop = await openShop(stage);
  const keyword = { id: crypto.randomUUID(), enabled: true, match: 'contains' as const, words: ['hours'] };
  await stage.owner.call(updateChannelSettings, {
    params: { uuid: shop.channel.uuid },
    body: {
      ...DEFAULT_CHANNEL_SETTINGS,
      batchingDelay: 0,
      greeting: { from: 'own', text: 'Welcome!' },
      keywords: [{ ...keyword, reply: 'Nine to six.', wantsPerson: false }],
    },
  });
  await suspend('now()');
  try {
    await stage.fake.friendSays(shop.credentials.channelId, shop.friend, { type: 'follow' });
    await shop.says('Your hours?');
    await eventually('it is said', async () => shop.received().length > 0);
    expect(shop.received()).toEqual([UNABLE]);
  } finally {
    await suspend('null');
  }
  expect((await shop.conversation()).handling).toBe('waiting');
  await shop.says('Your hours now?');
  await eventually('the keyword is answered', async () => shop.received().includes('Nine to six.'));
});

test('a suspended account’s bot does not answer on web sites', async () => {
  const { bot } = await openShop(stage);
  await stage.owner.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true, sites: [] } });
  await suspend('now()');
  try {
    const { body } = await stage.server.anonymous.raw('POST', `/api/embed/${bot.uuid}/chat`, {
      body: { message: 'Are you open?' },
      headers: { accept: 'application/json' },
    });
    expect(JSON.stringify(body)).toContain(UNABLE);
  } finally {
    await suspend('null');
  }
});
