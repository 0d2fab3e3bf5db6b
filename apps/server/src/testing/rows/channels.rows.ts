import * as channels from '@hanasu/contract/channels';
import { type EndpointRow, row, wrongBodies } from './row.ts';

const botUuid = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Connecting by any way there is, and staying connected. */
export const CHANNEL_ROWS: readonly EndpointRow[] = [
  row(
    channels.connectZalo,
    (world) => ({
      body: { name: 'Shop', appId: '1234567890', appSecret: 'theAppSecret', botUuid: world.bot.uuid },
    }),
    wrongBodies({
      appId: { name: 'Shop', appId: 'app', appSecret: 'theAppSecret', botUuid },
      appSecret: { name: 'Shop', appId: '1234567890', appSecret: 'short', botUuid },
      botUuid: { name: 'Shop', appId: '1234567890', appSecret: 'theAppSecret', botUuid },
    }),
  ),
  row(
    channels.connectChannel,
    (world) => ({
      body: { kind: 'line', name: 'Shop', input: { ...world.newLineAccount() }, botUuid: world.bot.uuid },
    }),
    wrongBodies({
      kind: { kind: 'pigeon', name: 'Shop', input: {}, botUuid },
      'input.surprise': { kind: 'line', name: 'Shop', input: { surprise: 'x' }, botUuid },
      'input.channelId': { kind: 'line', name: 'Shop', input: {}, botUuid },
      name: { kind: 'line', name: ' ', input: {}, botUuid },
      // Neither a bot nor a group.
      botUuid: { kind: 'line', name: 'Shop', input: {} },
    }),
  ),
  row(
    channels.finishConnecting,
    async (world) => ({ caller: world.person, body: { query: await world.newPermission() } }),
    wrongBodies({ query: { query: 'code' }, 'query.code': { query: { code: 7 } } }),
  ),
  row(channels.reconnectChannel, (world) => ({ params: { uuid: world.channel.uuid } })),
  row(
    channels.replaceCredentials,
    async (world) => {
      const { uuid, credentials } = await world.newOfficialAccount();
      return { params: { uuid }, body: { input: { ...credentials } } };
    },
    wrongBodies({
      'input.surprise': { input: { surprise: 'x' } },
      'input.channelId': { input: {} },
      input: { input: 'x' },
    }),
  ),
  row(channels.refreshQuota, (world) => ({ params: { uuid: world.channel.uuid } })),
];
