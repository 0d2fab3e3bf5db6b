import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationId, ToolConfirmationId } from '@hanasu/contract/ids';
import { decideToolConfirmation } from '@hanasu/contract/tool-confirmations';
import { createTool, type ToolConfig } from '@hanasu/contract/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { type Caller, eventually } from '../testing/test-server.ts';
import { reportResult, seededRandom, sizeOf } from './chaos-run.fixture.ts';
import { type ChaosStage, registerOwner, setChaosStage } from './chaos-stage.fixture.ts';
import { openLineShop } from './fire-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

/** Of each kind: those who consent themselves, and those for whom staff approve. */
const FRIENDS = sizeOf(6, 20);
const KILLS = sizeOf(3, 12);
/** The other system answers after so long; a kill in between leaves in doubt whether a call was made. */
const ANSWERS_MS = 300;
const PATIENCE_MS = 150_000;
const random = seededRandom('kill-tool-calls');

let stage: ChaosStage;
let server: KillableServer;
let address: string;
let other: Server;
const made: string[] = [];

beforeAll(async () => {
  stage = await setChaosStage();
  stage.models.behave('*', 'obey');
  other = createServer(async (request, response) => {
    made.push((JSON.parse(await text(request)) as { id: string }).id);
    await sleep(ANSWERS_MS);
    response.end('"cancelled"');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const asked = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  server = createKillableServer({ ...stage.settingsFor(port), ALLOW_PRIVATE_HOSTS: asked });
  await server.start();
});

afterAll(async () => {
  await server.close();
  await stage.close();
  other.closeAllConnections();
  other.close();
});

const toolOf = (confirmation: 'customer' | 'staff'): ToolConfig => ({
  kind: 'http',
  method: 'POST',
  url: `http://127.0.0.1:${(other.address() as AddressInfo).port}/cancel`,
  parameters: [{ name: 'id', type: 'string', values: [], description: '', required: true, in: 'body' }],
  headers: [],
  body: '',
  timeoutSeconds: 5,
  mapping: [],
  confirmation,
});

async function openShop(owner: Caller, confirmation: 'customer' | 'staff') {
  const shop = await openLineShop(owner, stage.vendors.line);
  const params = { uuid: shop.channel.botUuid ?? '' };
  const body = { name: 'cancel_order', description: 'Cancels', config: toolOf(confirmation) };
  await owner.call(createTool, { params, body });
  const friends = Array.from({ length: FRIENDS }, (_, index) => shop.addFriend(`${confirmation} ${index}`));
  return { shop, friends, confirmation };
}

interface Row {
  readonly id: ToolConfirmationId;
  readonly conversation: ConversationId;
  readonly confirmer: string;
  readonly state: string;
  readonly input: string;
  readonly reported: boolean;
  readonly handling: string;
  readonly reason: string | null;
}

const rows = () =>
  stage.sql<Row>(
    `select t.id, t.conversation_id as conversation, t.confirmer, t.state, t.input, t.reported_at is not null as reported,
       c.handling, c.waiting_reason as reason
     from tool_confirmations t join conversations c on c.account_id = t.account_id and c.id = t.conversation_id`,
  );

/** Again and again: the server may be dead at the moment. */
async function approve(owner: Caller, { id, conversation }: Row): Promise<void> {
  const input = { params: { uuid: conversation, confirmation: id }, body: { decision: 'approve' as const } };
  await eventually('the call is approved', async () => {
    await owner.call(decideToolConfirmation, input).catch(() => undefined);
    return (await rows()).some((row) => row.id === id && row.state !== 'pending');
  });
}

test('killed while calls that were consented to are made: none is made twice, and each customer hears of theirs', async () => {
  const owner = await registerOwner(address, 'tool-calls');
  const shops = [await openShop(owner, 'customer'), await openShop(owner, 'staff')];
  for (const { shop, friends, confirmation } of shops)
    for (const [index, friend] of friends.entries())
      await shop.says(friend, `Cancel it. «CALL cancel_order {"id":"${confirmation}-${index}"}»`);
  const asked = await eventually('all calls wait for consent', async () => {
    const found = await rows();
    return found.length === 2 * FRIENDS && found;
  });
  await stage.settle();
  const [own, staffs] = shops;
  const consents = [
    ...(own?.friends ?? []).map(async (friend) => {
      await sleep(random() * 2_000);
      await own?.shop.says(friend, 'yes');
    }),
    ...asked
      .filter(({ confirmer }) => confirmer === 'staff')
      .map(async (row) => {
        await sleep(random() * 2_000);
        await approve(owner, row);
      }),
  ];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(300 + random() * 600);
    await server.kill();
    await server.start();
  }
  await Promise.all(consents);
  const since = performance.now();
  let ended = await rows();
  while (ended.some(({ state, reported }) => !reported || state === 'running')) {
    if (performance.now() - since > PATIENCE_MS) break;
    await sleep(500);
    ended = await rows();
  }
  await stage.settle();
  const twice = made.filter((id, index) => made.indexOf(id) < index);
  const unknown = ended.filter(({ state }) => state === 'unknown');
  reportResult({
    fault: 'kill -9 while confirmed calls of tools are made',
    times: KILLS,
    messages: 2 * FRIENDS,
    lost: ended.filter(({ state, input }) => state === 'done' && !made.includes(JSON.parse(input).id)).length,
    doubled: twice.length,
    unanswered: ended.filter(({ reported }) => !reported).length,
    toPerson: unknown.length,
    outOfOrder: 0,
  });
  expect(twice).toEqual([]);
  expect(ended.filter(({ reported }) => !reported)).toEqual([]);
  expect(ended.filter(({ state }) => state !== 'done' && state !== 'unknown')).toEqual([]);
  for (const { handling, reason } of unknown) expect([handling, reason]).toEqual(['waiting', 'tool_unclear']);
  for (const { shop, friends } of [own, staffs].filter((one) => one !== undefined))
    for (const friend of friends) expect(shop.reads(friend).length).toBeGreaterThanOrEqual(2);
});
