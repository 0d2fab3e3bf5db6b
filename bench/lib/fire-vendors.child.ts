import { createHmac } from 'node:crypto';
import { startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import type { VendorCall, VendorCalls } from './fire-vendors.ts';

/** The other end of `startFireVendors`. */
const [credentialsJson = '{}', modelPace = 'ok'] = process.argv.slice(2);
const credentials = JSON.parse(credentialsJson) as {
  channelId: string;
  channelSecret: string;
  channelAccessToken: string;
};
const { channelId, channelSecret } = credentials;
const fake = await startFakeLine();
fake.addChannel({ ...credentials, displayName: 'bench' });
const models = await startFakeProviders();
models.behave('*', modelPace);
const friends: string[] = [];

const answers: {
  [Name in keyof VendorCalls]: (given: VendorCalls[Name]['given']) => VendorCalls[Name]['answer'];
} = {
  places: () => ({ hosts: fake.hosts, modelUrl: models.baseUrls.openai }),
  addFriends({ count, prefix }) {
    const added = Array.from({ length: count }, (_, index) =>
      fake.addFriend(channelId, { displayName: `${prefix} ${index}`, language: 'ja' }),
    );
    friends.push(...added);
    return added;
  },
  webhooks: (said) =>
    said.map(({ friend, text }) => {
      const events = [fake.friendEvent(channelId, friend, { type: 'text', text })];
      const body = JSON.stringify({ destination: fake.channel(channelId).botUserId, events });
      return { body, signature: createHmac('sha256', channelSecret).update(body).digest('base64') };
    }),
  answers: () =>
    friends.flatMap((friend) => {
      const got = fake.chat(channelId, friend).filter(({ from }) => from === 'account');
      return got.length > 0 ? [[friend, got.map(({ at }) => at)] as [string, number[]]] : [];
    }),
  account(change) {
    if (change) fake.addChannel({ ...credentials, displayName: 'bench', ...change });
    const said = friends.map((friend) =>
      fake.chat(channelId, friend).flatMap(({ from, text }) => (from === 'account' ? [text] : [])),
    );
    return {
      used: fake.channel(channelId).quotaUsed,
      reached: said.filter((texts) => texts.length > 0).length,
      doubled: said.filter((texts) => new Set(texts).size < texts.length).length,
      refused: fake.calls.filter(({ result }) => result === 429).length,
    };
  },
};

process.on('message', ({ id, name, given }: VendorCall) => {
  process.send?.({ id, answer: answers[name](given as never) });
});
