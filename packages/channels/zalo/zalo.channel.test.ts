import { channelSuite } from '../spec/testing/channel-suite.ts';
import type { FriendActionKind, VendorFailure } from '../spec/testing/suite-subject.ts';
import type { FriendAction } from './fake/build-event.ts';
import type { Fault } from './fake/faults.ts';
import { fakeId } from './fake/state.ts';
import { CREDENTIALS, OA_ID, type Stage, setStage } from './testing.ts';
import { createZaloChannel } from './zalo.channel.ts';

const SEND = '/v3.0/oa/message/cs';
const refused = (error: number, message: string): Fault => ({
  path: SEND,
  status: 200,
  body: { error, message },
});

const FAULTS: Record<VendorFailure, Fault> = {
  unauthorised: refused(-216, 'Access token is invalid'),
  forbidden: refused(-223, 'Official Account has not authorized this API'),
  rate: refused(-32, 'Your OA reached limit call api'),
  quota: refused(-211, 'Out of quota'),
  'server-error': refused(-100, 'attachment_id was expired'),
  reset: { path: SEND, status: 'reset' },
  hang: { path: SEND, status: 'hang' },
  'lost-answer': { path: SEND, status: 'reset-after-accept' },
};

/** Null: people can't do it there. */
function actionOf(kind: FriendActionKind): FriendAction | null {
  switch (kind) {
    case 'text':
      return { type: 'text', text: 'Mấy giờ mở cửa?' };
    case 'postback':
      return { type: 'tap', payload: 'postback:open' };
    case 'unsend':
      return null;
    case 'unknown':
      return { type: 'custom', event: {} };
    default:
      return { type: kind };
  }
}

async function act({ fake, receiver, minh }: Stage, kind: FriendActionKind) {
  const action = actionOf(kind);
  if (action === null) return null;
  const unknown = { event_name: 'user_does_something_new', sender: { id: minh }, recipient: { id: OA_ID } };
  await fake.friendSays(OA_ID, minh, kind === 'unknown' ? { type: 'custom', event: unknown } : action);
  // A friend who left is let back in, so that the next test can write to them.
  if (kind === 'unfollow') fake.addFriend(OA_ID, { displayName: 'Minh', relation: 'following' });
  return receiver.received.at(-1) ?? null;
}

channelSuite({
  name: 'Zalo',
  async start() {
    const stage = await setStage();
    const { fake, clock, minh } = stage;
    return {
      adapter: createZaloChannel({ hosts: fake.hosts, now: clock.now }),
      impatient: createZaloChannel({ hosts: fake.hosts, now: clock.now }, { timeoutMs: 1_000 }),
      cutOff: createZaloChannel({
        hosts: { oauth: 'http://127.0.0.1:1', api: 'http://127.0.0.1:1' },
        now: clock.now,
      }),
      connection: { credentials: CREDENTIALS },
      vendor: {
        friendExternalId: minh,
        strangerExternalId: fakeId('nobody'),
        act: (kind) => act(stage, kind),
        delivered: () =>
          fake
            .chat(OA_ID, minh)
            .filter((entry) => entry.from === 'account')
            .map((entry) => entry.text ?? ''),
        fail: (failure) => fake.fault(FAULTS[failure]),
        wrongCredentials: () => [
          { field: 'accessToken', credentials: { ...CREDENTIALS, accessToken: 'nonsense' } },
          { field: 'oaId', credentials: { ...CREDENTIALS, oaId: '2388613280878800000' } },
        ],
        advance: clock.advance,
        now: clock.now,
      },
      close: stage.close,
    };
  },
});
