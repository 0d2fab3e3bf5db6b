import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportCustomers, getCustomerTask, linkTaskFile } from '@hanasu/contract/customer-tasks';
import { createCustomer } from '@hanasu/contract/customers';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import { eventually, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { filesIn } from '../../privacy/testing/traces.ts';
import { CUSTOMER_TASK, customerTaskJobs, recoverTasks } from './run-tasks.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-tasks-'));
let server: TestServer;
let database: Database;
beforeAll(async () => {
  let url = '';
  server = await startTestServer({ DATA_DIR: dataDir }, (given) => {
    url = given;
    return given;
  });
  database = openDatabase({
    url,
    poolSize: 2,
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await database.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function forget(): Promise<void> {
  const files = createDiskFileStore(path.join(dataDir, 'files'));
  const jobs = customerTaskJobs({
    database,
    files,
    conditions: [],
    realtime: { emit: () => undefined },
    eraseOne: async () => false,
    onError: () => undefined,
  });
  const job = jobs.find(({ name }) => name === 'forget-customer-tasks');
  await job?.handle({} as never, AbortSignal.timeout(10_000));
}

test('the file of an export goes when its time is over, and not before', async () => {
  const person = await server.register();
  await person.call(createCustomer, { body: { displayName: 'An' } });
  const { uuid } = await person.call(exportCustomers, { body: {} });
  const params = { uuid };
  await eventually(
    'the export is done',
    async () => (await person.call(getCustomerTask, { params })).state === 'done',
  );
  await forget();
  await person.call(linkTaskFile, { params, body: {} });
  const kept = filesIn(dataDir).filter((file) => file.includes(uuid));
  expect(kept).toHaveLength(1);

  await server.sql(`update customer_tasks set file_until = now() - interval '1 minute' where id = $1`, [
    uuid,
  ]);
  await forget();
  expect(filesIn(dataDir).filter((file) => file.includes(uuid))).toEqual([]);
  expect((await person.refused(linkTaskFile, { params, body: {} })).code).toBe('task_state');
});

test('a task that no job has any more is queued again when the server starts', async () => {
  const person = await server.register();
  const accountId = person.user.account.uuid;
  const taskId = newId<CustomerTaskId>();
  await server.sql(
    `insert into customer_tasks (account_id, id, kind, state, started_by, params)
     values ($1, $2, 'bulk', 'running', $3, '{}'), ($1, gen_random_uuid(), 'bulk', 'done', $3, '{}')`,
    [accountId, taskId, person.user.uuid],
  );
  const queued: unknown[] = [];
  const recover = () =>
    recoverTasks({
      database,
      jobs: {
        send: async (_transaction, name, payload) => void queued.push([name, payload]),
        isReady: () => true,
        stop: async () => undefined,
      },
    });
  await recover();
  expect(queued).toEqual([[CUSTOMER_TASK, { accountId, taskId }]]);
  await server.sql(`insert into pgboss.job (name, data, state) values ($1, $2, 'active')`, [
    CUSTOMER_TASK,
    JSON.stringify({ accountId, taskId }),
  ]);
  await recover();
  expect(queued).toHaveLength(1);
});
