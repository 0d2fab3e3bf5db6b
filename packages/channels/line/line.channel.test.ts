import { channelSuite } from '../spec/testing/channel-suite.ts';
import type { FriendActionKind, SuiteSubject, VendorFailure } from '../spec/testing/suite-subject.ts';
import type { LineCredentials } from './credentials.ts';
import type { Fault } from './fake/faults.ts';
import type { FriendAction } from './fake/friend-action.ts';
import { fakeUserId } from './fake/state.ts';
import { createLineChannel } from './line.channel.ts';
import { CREDENTIALS, type Stage, setStage } from './testing.ts';

const { channelId } = CREDENTIALS;
const PUSH = '/v2/bot/message/push';

const FAULTS: Record<VendorFailure, Fault> = {
  // Twice, as a token asked for is replaced once.
  unauthorised: { path: PUSH, status: 401, times: 2 },
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

const { channelAccessToken: _token, ...PAIR } = CREDENTIALS;
const FOREIGN = 'token-of-the-other';
type Wrong = readonly { readonly field: string; readonly credentials: LineCredentials }[];

const wrongPair = (credentials: LineCredentials): Wrong => [
  { field: 'channelId', credentials: { ...credentials, channelId: '9999999999' } },
  { field: 'channelSecret', credentials: { ...credentials, channelSecret: '0'.repeat(32) } },
];
const wrongToken: Wrong = ['nonsense', FOREIGN].map((channelAccessToken) => ({
  field: 'channelAccessToken',
  credentials: { ...CREDENTIALS, channelAccessToken },
}));

const ways: readonly [string, LineCredentials, Wrong][] = [
  ['LINE with a long-lived token', CREDENTIALS, [...wrongPair(CREDENTIALS), ...wrongToken]],
  ['LINE with id and secret', PAIR, wrongPair(PAIR)],
];
for (const [name, credentials, wrong] of ways) {
  channelSuite({ name, start: () => start(credentials, wrong) });
}

async function start(credentials: LineCredentials, wrong: Wrong): Promise<SuiteSubject<LineCredentials>> {
  const stage = await setStage();
  const { fake, clock, hanako } = stage;
  const other = { ...CREDENTIALS, channelId: '2222222222', channelAccessToken: FOREIGN };
  fake.addChannel({ ...other, channelSecret: 'f'.repeat(32), displayName: '別の店' });
  return {
    adapter: createLineChannel({ hosts: fake.hosts, now: clock.now }),
    impatient: createLineChannel({ hosts: fake.hosts, now: clock.now }, { timeoutMs: 1_000 }),
    cutOff: createLineChannel({ hosts: { api: 'http://127.0.0.1:1' }, now: clock.now }),
    connection: { credentials },
    vendor: {
      friendExternalId: hanako,
      strangerExternalId: fakeUserId('nobody'),
      act: (kind) => act(stage, kind),
      delivered: () =>
        fake
          .chat(channelId, hanako)
          .filter((entry) => entry.from === 'account')
          .map((entry) => entry.text ?? ''),
      fail(failure) {
        fake.clearFaults();
        fake.fault(FAULTS[failure]);
      },
      wrongCredentials: () => wrong,
      advance: clock.advance,
    },
    close: stage.close,
  };
}
