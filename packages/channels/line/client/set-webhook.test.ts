import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLineChannel } from '../line.channel.ts';
import { CREDENTIALS, type Stage, setStage } from '../testing.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

function setWebhook(url: string) {
  const { fake, clock } = stage;
  return createLineChannel({ hosts: fake.hosts, now: clock.now }).setWebhook(
    { credentials: CREDENTIALS },
    url,
  );
}

it('sets the endpoint and has it called, signed and empty', async () => {
  stage.fake.setWebhook(CREDENTIALS.channelId, null);
  expect(await setWebhook(stage.receiver.url)).toEqual({ kind: 'ok' });
  expect(stage.fake.channel(CREDENTIALS.channelId).webhookUrl).toBe(stage.receiver.url);
  const [call] = stage.receiver.received;
  expect(JSON.parse(call?.rawBody.toString() ?? '')).toMatchObject({ events: [] });
});
it('passes on why the vendor got no answer', async () => {
  stage.receiver.answerWith(503);
  expect(await setWebhook(stage.receiver.url)).toEqual({
    kind: 'failed',
    detail: 'ERROR_STATUS_CODE: 503 (HTTP 503)',
  });
  expect(await setWebhook('http://127.0.0.1:1/')).toMatchObject({
    kind: 'failed',
    detail: expect.stringContaining('COULD_NOT_CONNECT'),
  });
});
it('passes on that the address is not taken', async () => {
  for (const url of ['http://example.com/hook', 'nonsense', `https://example.com/${'a'.repeat(500)}`]) {
    expect(await setWebhook(url)).toEqual({
      kind: 'failed',
      detail: 'HTTP 400: Invalid webhook endpoint URL',
    });
  }
});
it('tells when the vendor itself is out of order', async () => {
  stage.fake.fault({ path: '/v2/bot/channel/webhook/*', status: 500 });
  expect((await setWebhook(stage.receiver.url)).kind).toBe('unreachable');
});
it('reports the hourly limit of tests', async () => {
  for (let test = 0; test < 60; test += 1) await setWebhook(stage.receiver.url);
  expect(await setWebhook(stage.receiver.url)).toMatchObject({
    kind: 'failed',
    detail: expect.stringContaining('429'),
  });
});
