import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stopBroadcast } from '@hanasu/contract/broadcasts';
import { deleteChannel } from '@hanasu/contract/channels';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CutWire, layWire } from '../../testing/cut-wire.ts';
import { eventually } from '../../testing/test-server.ts';
import { type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { broadcastsOn, copies } from './testing/broadcast-shop.fixture.ts';

const MULTICAST = '/v2/bot/message/multicast';
/** Longer than the calls of one round begin. */
const ROUND_MS = 2_500;

let stage: Stage;
let wire: CutWire;
let entrance: Server;
/** The next commit after a statement with this value loses its answer; null: none. */
let losing: string | null = null;
let lost = 0;
/** Calls for many wait for it before they reach the vendor. */
let gate: Promise<void> = Promise.resolve();
let waiting = 0;
beforeAll(async () => {
  const real = new URL(inject('testOwnerUrl'));
  wire = await layWire({ host: real.hostname, port: Number(real.port) }, (loseAnswer) => {
    let isNext = false;
    return (chunk) => {
      if (losing !== null && chunk.includes(losing)) isNext = true;
      if (!isNext || !chunk.includes('commit')) return;
      isNext = false;
      losing = null;
      lost += 1;
      loseAnswer();
    };
  });
  entrance = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === MULTICAST) {
      waiting += 1;
      await gate;
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', stage.fake.hosts.api), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      ...(answer.headers.has('x-line-request-id') && {
        'x-line-request-id': answer.headers.get('x-line-request-id') ?? '',
      }),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => entrance.listen(0, '127.0.0.1', resolve));
  const { port } = entrance.address() as AddressInfo;
  stage = await setStage({ LINE_API_BASE_URL: `http://127.0.0.1:${port}` }, (url) => {
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(wire.port);
    return through.href;
  });
});
afterAll(async () => {
  await stage.close();
  await wire.close();
  await new Promise((resolve) => entrance.close(resolve));
});

const { shopWith, draft, start, report, inState } = broadcastsOn(() => stage);

/** Holds calls for many before the vendor while the work is done. */
async function whileHeld(work: () => Promise<unknown>): Promise<void> {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  waiting = 0;
  try {
    await work();
  } finally {
    open();
    gate = Promise.resolve();
  }
}

test.each([
  ['that the calls were begun', '{"7"}'],
  ['that the vendor has taken them', '{"accepted"}'],
])('sends once when the answer to a commit is lost that wrote %s', async (_, value) => {
  const shop = await shopWith(7);
  const { uuid } = await draft(shop, `Once ${value}`);
  const before = lost;
  losing = value;
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 7, open: 0, unknown: 0 });
  expect(lost).toBe(before + 1);
  expect(copies(shop, `Once ${value}`)).toEqual(shop.ids.map(() => 1));
});

test('a stop is noticed between the calls of a round: the rest is not sent', async () => {
  const shop = await shopWith(1_300);
  const { uuid } = await draft(shop, 'Stopped in the middle');
  await whileHeld(async () => {
    await start(uuid);
    const startedAt = performance.now();
    await eventually('the first call waits before the vendor', async () => waiting > 0);
    await stage.owner.call(stopBroadcast, { params: { uuid } });
    await eventually('the round is over', async () => performance.now() - startedAt > ROUND_MS);
  });
  expect(
    await eventually('all are settled', async () => {
      const now = await report(uuid);
      return now.open === 0 ? now : null;
    }),
  ).toMatchObject({
    state: 'stopped',
    accepted: 500,
    unknown: 0,
    reasons: [{ state: 'skipped', reason: 'stopped', count: 800 }],
  });
  expect(copies(shop, 'Stopped in the middle').reduce((sum, one) => sum + one, 0)).toBe(500);
});

test('a channel that is deleted during a call leaves nothing open and nothing sent twice', async () => {
  const shop = await shopWith(1_300);
  const { uuid } = await draft(shop, 'Deleted in the middle');
  await whileHeld(async () => {
    await start(uuid);
    await eventually('the first call waits before the vendor', async () => waiting > 0);
    await stage.owner.call(deleteChannel, { params: { uuid: shop.channel.uuid } });
  });
  // What the vendor said can't be written any more: all who were in the round are in doubt.
  const reasons = [{ state: 'unknown', reason: 'channel_disconnected', count: 1_300 }];
  expect(await inState(uuid, 'sent')).toMatchObject({ open: 0, accepted: 0, unknown: 1_300, reasons });
  expect(Math.max(...copies(shop, 'Deleted in the middle'))).toBe(1);
});
