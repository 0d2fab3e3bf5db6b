import { setTimeout as sleep } from 'node:timers/promises';
import { createActionRule } from '@hanasu/contract/actions';
import { createCustomerField } from '@hanasu/contract/customer-fields';
import { bulkCustomers, createCustomer } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { createTag } from '@hanasu/contract/tags';
import { createWebHook } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/test-server.ts';
import { reportResult, seededRandom, sizeOf } from './chaos-run.fixture.ts';
import { registerOwner } from './chaos-stage.fixture.ts';
import { type KillableStage, setKillableStage } from './killable-server.fixture.ts';

const CUSTOMERS = sizeOf(120, 600);
const KILLS = sizeOf(3, 12);
const PATIENCE_MS = 150_000;
const random = seededRandom('kill-rules');

let stage: KillableStage;
beforeAll(async () => {
  stage = await setKillableStage();
});
afterAll(() => stage.close());

test('killed while rules act: each action is done once for each event, in order, and nothing is lost', async () => {
  const owner = await registerOwner(stage.address, 'rules');
  await stage.sql(`update users set email_verified_at = now()`);
  const go = await owner.call(createTag, { body: { name: 'Go' } });
  const done = await owner.call(createTag, { body: { name: 'Done' } });
  const field = await owner.call(createCustomerField, { body: { label: 'Step', kind: 'text' } });
  const hook = await owner.call(createWebHook, {
    body: { url: 'https://hooks.example/rules', events: ['customer.tagged'] },
  });
  await owner.call(createActionRule, {
    body: {
      name: 'Steps',
      trigger: { kind: 'tagged', tagUuid: go.uuid },
      actions: [
        { kind: 'field', fieldUuid: field.uuid, value: 'one' },
        { kind: 'notify', userUuid: null, text: 'Look' },
        { kind: 'webHook', hookUuid: hook.uuid },
        { kind: 'field', fieldUuid: field.uuid, value: 'two' },
        { kind: 'tag', tagUuid: done.uuid },
      ],
    },
  });
  const uuids: CustomerId[] = [];
  for (let index = 0; index < CUSTOMERS; index += 1)
    uuids.push((await owner.call(createCustomer, { body: {} })).uuid);
  await owner.call(bulkCustomers, { body: { uuids, action: { kind: 'tag', tagUuid: go.uuid } } });
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(200 + random() * 500);
    await stage.server.kill();
    await stage.server.start();
  }
  const since = performance.now();
  while ((await stage.count(`from customer_events where due_at is not null`)) > 0) {
    if (performance.now() - since > PATIENCE_MS) break;
    await sleep(500);
  }
  const runs = await stage.count(`from action_runs where state = 'done'`);
  const calls = await stage.count(`from web_hook_deliveries where event = 'customer.rule'`);
  const told = await stage.count(`from web_hook_deliveries where event = 'customer.tagged'`);
  const notices = await stage.count(`from notifications where event = 'rule' and way = 'desktop'`);
  const wrong = await stage.count(
    `from customers c where not c.fields @> jsonb_build_object('${field.uuid}', 'two')
       or (select count(*) from customer_tags t where t.customer_id = c.id) <> 2`,
  );
  const outOfOrder = await stage.count(
    `from action_runs a join action_runs b on b.event_id = a.event_id and b.position > a.position and b.at < a.at`,
  );
  const expected = { runs: 5 * CUSTOMERS, calls: CUSTOMERS, told: 2 * CUSTOMERS, notices: CUSTOMERS };
  reportResult({
    fault: 'kill -9 while rules act',
    times: KILLS,
    messages: CUSTOMERS,
    lost: wrong + Math.max(0, expected.runs - runs),
    doubled: Math.max(0, calls - expected.calls) + Math.max(0, notices - expected.notices),
    unanswered: 0,
    toPerson: 0,
    outOfOrder,
  });
  expect({ runs, calls, told, notices }).toEqual(expected);
  expect({ wrong, outOfOrder }).toEqual({ wrong: 0, outOfOrder: 0 });
  await eventually(
    'nothing is left to do',
    async () => (await stage.count(`from action_runs where state = 'waiting'`)) === 0,
  );
});
