import { channelSuite } from '../spec/testing/channel-suite.ts';
import type { FriendActionKind, VendorFailure } from '../spec/testing/suite-subject.ts';
import type { FriendAction } from './fake/build-update.ts';
import type { Fault } from './fake/fake-telegram.ts';
import { fakeId } from './fake/state.ts';
import { createTelegramChannel } from './telegram.channel.ts';
import { CREDENTIALS, type Stage, setStage, TOKEN } from './testing.ts';

const method = 'sendMessage';
const FAULTS: Record<VendorFailure, Fault> = {
  unauthorised: { method, status: 401, description: 'Unauthorized' },
  // A token that the vendor doesn't know at all.
  forbidden: { method, status: 404, description: 'Not Found' },
  rate: {
    method,
    status: 429,
    description: 'Too Many Requests: retry after 3',
    parameters: { retry_after: 3 },
  },
  // There is no monthly quota; Stars that were to pay for sending faster can run out.
  quota: { method, status: 400, description: 'Bad Request: BALANCE_TOO_LOW' },
  'server-error': { method, status: 500, description: 'Internal Server Error' },
  reset: { method, status: 'reset' },
  hang: { method, status: 'hang' },
  'lost-answer': { method, status: 'reset-after-accept' },
};

/** Null: no bot is told of it. */
function actionOf(kind: FriendActionKind, minh: string): FriendAction | null {
  switch (kind) {
    case 'text':
      return { type: 'text', text: 'Mấy giờ mở cửa?' };
    case 'postback':
      return { type: 'tap', data: 'p:open' };
    case 'follow':
      return { type: 'start' };
    case 'unfollow':
      return { type: 'block' };
    case 'unsend':
      return null;
    case 'unknown':
      return { type: 'custom', update: { something_new: { from: { id: Number(minh), is_bot: false } } } };
    default:
      return { type: kind };
  }
}

async function act({ fake, receiver, minh }: Stage, kind: FriendActionKind) {
  const action = actionOf(kind, minh);
  if (action === null) return null;
  await fake.friendSays(TOKEN, minh, action);
  // A friend who left is let back in, so that the next test can write to them.
  if (kind === 'unfollow') fake.addFriend(TOKEN, { firstName: 'Minh', lastName: 'Trần', status: 'started' });
  return receiver.received.at(-1) ?? null;
}

channelSuite({
  name: 'Telegram',
  async start() {
    const stage = await setStage();
    const { fake, clock, minh } = stage;
    return {
      adapter: createTelegramChannel({ hosts: fake.hosts, now: clock.now }),
      impatient: createTelegramChannel({ hosts: fake.hosts, now: clock.now }, { timeoutMs: 1_000 }),
      cutOff: createTelegramChannel({ hosts: { api: 'http://127.0.0.1:1' }, now: clock.now }),
      connection: { credentials: CREDENTIALS },
      vendor: {
        friendExternalId: minh,
        strangerExternalId: String(fakeId('nobody')),
        act: (kind) => act(stage, kind),
        delivered: () =>
          fake
            .chat(TOKEN, minh)
            .filter((entry) => entry.from === 'account')
            .map((entry) => entry.text ?? ''),
        fail: (failure) => fake.fault(FAULTS[failure]),
        wrongCredentials: () => [
          { field: 'botToken', credentials: { botToken: `${TOKEN.slice(0, -1)}X` } },
          { field: 'botToken', credentials: { botToken: '7012345678:short' } },
        ],
        advance: clock.advance,
        now: clock.now,
      },
      close: stage.close,
    };
  },
});
