import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTelegramChannel } from '../telegram.channel.ts';
import { CREDENTIALS, type Stage, setStage, TOKEN } from '../testing.ts';

const MINUTE_MS = 60_000;

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

const check = () => {
  const { checkSecret } = createTelegramChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  if (!checkSecret) throw new Error('this channel cannot check its secret');
  return checkSecret({ credentials: CREDENTIALS });
};
const isAnswered = (status: number) => {
  stage.receiver.answerWith(status);
  return stage.fake.friendSays(TOKEN, stage.minh, { type: 'text', text: 'Hi' });
};

test('is right while the vendor’s calls are taken', async () => {
  expect(await check()).toBe('right');
  await isAnswered(200);
  expect(await check()).toBe('right');
});

test('is wrong after a call of the vendor was refused for its secret, and no longer when that is past', async () => {
  await isAnswered(401);
  expect(await check()).toBe('wrong');
  stage.clock.advance(11 * MINUTE_MS);
  expect(await check()).toBe('right');
});

test.each([500, 503, 404])('is right when calls fail for another reason (%i)', async (status) => {
  await isAnswered(status);
  expect(await check()).toBe('right');
});

test.each([
  { status: 401, description: 'Unauthorized' },
  { status: 500, description: 'Internal Server Error' },
  { status: 'reset' as const },
])('is unknown when the vendor does not say ($status)', async (fault) => {
  await isAnswered(401);
  stage.fake.fault({ method: 'getWebhookInfo', ...fault });
  expect(await check()).toBe('unknown');
});
