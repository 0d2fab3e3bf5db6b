import { setTimeout as sleep } from 'node:timers/promises';
import { checkImport, runImport } from '@hanasu/contract/customer-imports';
import { type CustomerTaskView, getCustomerTask, undoCustomerTask } from '@hanasu/contract/customer-tasks';
import { createCustomer } from '@hanasu/contract/customers';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { createTag } from '@hanasu/contract/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/test-server.ts';
import { reportResult, seededRandom, sizeOf } from './chaos-run.fixture.ts';
import { registerOwner } from './chaos-stage.fixture.ts';
import { type KillableStage, setKillableStage } from './killable-server.fixture.ts';

const ROWS = sizeOf(5_000, 30_000);
/** Of these, customers who were there before. */
const KNOWN = sizeOf(40, 300);
/** Rows with a value that can't be read, which are left out. */
const REFUSED = 25;
const KILLS = sizeOf(2, 12);
const PATIENCE_MS = 120_000;
const random = seededRandom('kill-imports');

let stage: KillableStage;
beforeAll(async () => {
  stage = await setKillableStage();
});
afterAll(() => stage.close());

const mailOf = (row: number): string => `row-${row}@example.com`;

/** The first are known already, some name a day that there is not, all others are new. */
function fileOf(): Blob {
  const lines = Array.from({ length: ROWS }, (_, row) =>
    [`Row ${row}`, mailOf(row), row >= ROWS - REFUSED ? '2001-02-31' : '1990-12-05', 'Imported'].join(','),
  );
  return new Blob([['Name,Email,Birthday,Tags', ...lines].join('\n')]);
}

async function until(owner: Caller, uuid: CustomerTaskId, wanted: CustomerTaskView['state']) {
  const since = performance.now();
  for (;;) {
    const task = await owner.call(getCustomerTask, { params: { uuid } });
    if (task.state === wanted) return task;
    if (task.state === 'failed' || performance.now() - since > PATIENCE_MS)
      throw new Error(`${task.state} (${task.failure}) instead of ${wanted}, ${task.done} of ${task.total}`);
    await sleep(200);
  }
}

/** Kills the server at moments when some of the work is done and some is not; answers how often it was so. */
async function killWhile(state: 'running' | 'undoing', progress: string): Promise<number> {
  let hits = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const since = performance.now();
    // Spread over the work, however fast it is; within a batch, as a batch takes longer than these pauses.
    while (
      (await stage.count(
        `from customer_tasks where state <> '${state}' or ${progress} >= ${kill / (KILLS + 1)}`,
      )) === 0
    ) {
      if (performance.now() - since > PATIENCE_MS) throw new Error(`nothing goes on after ${kill - 1} kills`);
      await sleep(5);
    }
    await sleep(random() * 60);
    await stage.server.kill();
    hits += await stage.count(`from customer_tasks where state = '${state}'`);
    await stage.server.start();
  }
  return hits;
}

const DOUBLED = `from (select value from customer_contacts where kind = 'email' group by value having count(*) > 1) d`;

test('killed while an import runs and while it is undone: each row is there once, and then none is', async () => {
  const owner = await registerOwner(stage.address, 'imports');
  await stage.sql(`update users set email_verified_at = now()`);
  for (let row = 0; row < KNOWN; row += 1)
    await owner.call(createCustomer, { body: { displayName: `Known ${row}`, emails: [mailOf(row)] } });
  await owner.call(createTag, { body: { name: 'Imported' } });

  const form = new FormData();
  form.set('file', fileOf(), 'people.csv');
  const upload = await owner.raw('POST', '/api/customers/import', { body: form });
  const { uuid } = upload.body as { uuid: CustomerTaskId };
  const params = { uuid };
  await until(owner, uuid, 'ready');
  const columns = ['displayName', 'emails', 'birthday', 'tags'] as const;
  await owner.call(checkImport, { params, body: { columns: [...columns], skipInvalidValues: false } });
  const checked = await until(owner, uuid, 'checked');
  const expected = { created: ROWS - KNOWN - REFUSED, changed: KNOWN, refused: REFUSED };
  expect(checked.counts).toMatchObject(expected);

  await owner.call(runImport, { params });
  const runKills = await killWhile('running', 'done::numeric / total');
  const { counts } = await until(owner, uuid, 'done');
  const doubled = await stage.count(DOUBLED);
  const there = await stage.count('from customers');
  const tagged = await stage.count('from customer_tags');
  const rows = await stage.count('from customer_task_rows');
  const events = await stage.count(
    `from customer_events where by_kind = 'import' and kind in ('created', 'changed')`,
  );
  expect({ counts, doubled, there, tagged, rows, events }).toEqual({
    counts: { ...expected, incomplete: 0, same: 0, undone: 0, kept: 0 },
    doubled: 0,
    there: ROWS - REFUSED,
    tagged: ROWS - REFUSED,
    rows: ROWS,
    events: ROWS - REFUSED,
  });

  await owner.call(undoCustomerTask, { params });
  const undoKills = await killWhile(
    'undoing',
    `coalesce(((counts ->> 'undone')::numeric + (counts ->> 'kept')::numeric) / ${ROWS - REFUSED}, 0)`,
  );
  const undone = await until(owner, uuid, 'undone');
  const left = await stage.count('from customers');
  const changed = await stage.count(
    `from customers where display_name not like 'Known %' or birthday is not null
       or exists (select from customer_tags t where t.customer_id = customers.id)`,
  );
  reportResult({
    fault: 'kill -9 while an import runs and is undone',
    times: runKills + undoKills,
    messages: ROWS,
    lost: Math.max(0, ROWS - REFUSED - there),
    doubled: doubled + Math.max(0, left - KNOWN),
    unanswered: 0,
    toPerson: 0,
    outOfOrder: 0,
  });
  expect({ left, changed }).toEqual({ left: KNOWN, changed: 0 });
  expect(undone.counts).toEqual({ ...expected, incomplete: 0, same: 0, undone: ROWS - REFUSED, kept: 0 });
  expect(await stage.count(DOUBLED)).toBe(0);
  // Otherwise nothing was proved.
  expect(runKills).toBeGreaterThan(0);
  expect(undoKills).toBeGreaterThan(0);
});
