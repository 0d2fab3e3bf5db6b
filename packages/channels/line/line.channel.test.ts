import { channelSuite, type FriendActionKind, type VendorFailure } from '../spec/channel-suite.ts';
import type { FriendAction } from './fake/build-event.ts';
import type { Fault } from './fake/faults.ts';
import { fakeUserId } from './fake/state.ts';
import { createLineChannel } from './line.channel.ts';
import { CREDENTIALS, type Stage, setStage } from './testing.ts';

const { channelId } = CREDENTIALS;
const PUSH = '/v2/bot/message/push';

const FAULTS: Record<VendorFailure, Fault> = {
  unauthorised: { path: PUSH, status: 401 },
  forbidden: { path: PUSH, status: 403 },
  rate: { path: PUSH, status: 429 },
  quota: { path: PUSH, status: 429, body: { message: 'You have reached your monthly limit.' } },
  'server-error': { path: PUSH, status: 500 },
  reset: { path: PUSH, status: 'reset' },
  hang: { path: PUSH, status: 'hang' },
  'lost-answer': { path: PUSH, status: 'reset-after-accept' },
};

function actionOf(kind: FriendActionKind): FriendAction {
  switch (kind) {
    case 'text':
      return { type: 'text', text: '営業時間は？' };
    case 'file':
      return { type: 'file', fileName: 'menu.pdf' };
    case 'postback':
      return { type: 'postback', data: 'action=open' };
    case 'unsend':
      return { type: 'unsend', messageId: '1' };
    case 'unknown':
      return { type: 'custom', event: { type: 'somethingNew', news: true } };
    default:
      return { type: kind };
  }
}

async function act({ fake, receiver, hanako }: Stage, kind: FriendActionKind) {
  await fake.friendSays(channelId, hanako, actionOf(kind));
  // A friend who left is let back in, so that the next test can write to her.
  if (kind === 'unfollow') fake.addFriend(channelId, { displayName: '花子', relation: 'following' });
  return receiver.received.at(-1) ?? null;
}

channelSuite({
  name: 'LINE',
  async start() {
    const stage = await setStage();
    const { fake, clock, hanako } = stage;
    const other = { ...CREDENTIALS, channelId: '2222222222', channelAccessToken: 'token-of-the-other' };
    fake.addChannel({ ...other, channelSecret: 'f'.repeat(32), displayName: '別の店' });
    return {
      adapter: createLineChannel({ hosts: fake.hosts, now: clock.now }, { timeoutMs: 1_000 }),
      cutOff: createLineChannel({ hosts: { api: 'http://127.0.0.1:1' }, now: clock.now }),
      connection: { credentials: CREDENTIALS },
      vendor: {
        friendExternalId: hanako,
        strangerExternalId: fakeUserId('nobody'),
        act: (kind) => act(stage, kind),
        delivered: () =>
          fake
            .chat(channelId, hanako)
            .filter((entry) => entry.from === 'account')
            .map((entry) => entry.text ?? ''),
        fail: (failure) => fake.fault(FAULTS[failure]),
        wrongCredentials: () => [
          { field: 'channelId', credentials: { ...CREDENTIALS, channelId: '9999999999' } },
          { field: 'channelSecret', credentials: { ...CREDENTIALS, channelSecret: '0'.repeat(32) } },
          { field: 'channelAccessToken', credentials: { ...CREDENTIALS, channelAccessToken: 'nonsense' } },
          {
            field: 'channelAccessToken',
            credentials: { ...CREDENTIALS, channelAccessToken: other.channelAccessToken },
          },
        ],
        advance: clock.advance,
      },
      close: stage.close,
    };
  },
});
