import * as imports from '@hanasu/contract/customer-imports';
import * as tasks from '@hanasu/contract/customer-tasks';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { createTag } from '@hanasu/contract/tags';
import type { EndpointWorld } from '../endpoint-world.ts';
import { eventually, type SignedIn } from '../test-server.ts';
import { type EndpointRow, nothing, row, wrongBodies } from './row.ts';

/** `bytes` as the one file of a form. */
function formOf(text: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([text]), 'customers.csv');
  return form;
}

const PEOPLE = 'Name,Phone\nHana,+81 90 1234 5678\nNobody,12\n';

const until = (person: SignedIn, uuid: CustomerTaskId, state: string) =>
  eventually(`a task that is ${state}`, async () => {
    const task = await person.call(tasks.getCustomerTask, { params: { uuid } });
    return task.state === state;
  });

async function importIn({ person }: EndpointWorld, state: 'ready' | 'checked' | 'done') {
  const answer = await person.raw('POST', '/api/customers/import', { body: formOf(PEOPLE) });
  const { uuid } = answer.body as { uuid: CustomerTaskId };
  const params = { uuid };
  await until(person, uuid, 'ready');
  if (state === 'ready') return params;
  await person.call(imports.checkImport, { params, body: { columns: ['displayName', 'phones'] } });
  await until(person, uuid, 'checked');
  if (state === 'checked') return params;
  await person.call(imports.runImport, { params });
  await until(person, uuid, 'done');
  return params;
}

export const CUSTOMER_TASK_ROWS: readonly EndpointRow[] = [
  row(imports.importCustomers, () => ({ form: formOf(PEOPLE) })),
  row(imports.getImportColumns, async (world) => ({ params: await importIn(world, 'ready') })),
  row(
    imports.readImport,
    async (world) => ({ params: await importIn(world, 'ready'), body: { delimiter: ';' as const } }),
    wrongBodies({ encoding: { encoding: 'morse' } }),
  ),
  row(
    imports.checkImport,
    async (world) => ({ params: await importIn(world, 'ready'), body: { columns: ['displayName', null] } }),
    wrongBodies({ columns: { columns: [] }, 'columns.0': { columns: ['shoeSize'] } }),
  ),
  row(imports.runImport, async (world) => ({ params: await importIn(world, 'checked') })),
  row(
    imports.listTaskRows,
    async (world) => ({ params: await importIn(world, 'checked'), query: { outcome: 'refused' as const } }),
    [{ query: { outcome: 'lost' }, path: 'query.outcome' }],
  ),
  row(
    tasks.exportCustomers,
    () => ({ body: { format: 'xlsx' as const, columns: ['name'] as const } as never }),
    wrongBodies({
      format: { format: 'pdf' },
      'columns.0': { columns: ['shoeSize'] },
      'query.tagUuid': { query: { tagUuid: 'vip' } },
    }),
  ),
  row(
    tasks.checkExport,
    () => ({ body: { format: 'csv' as const, columns: ['name'] as const } as never }),
    wrongBodies({ format: { format: 'pdf' }, 'columns.0': { columns: ['shoeSize'] } }),
  ),
  row(
    tasks.bulkAllCustomers,
    async ({ person }) => {
      const tag = await person.call(createTag, { body: { name: crypto.randomUUID() } });
      return { body: { action: { kind: 'tag' as const, tagUuid: tag.uuid }, atMost: 100_000 } };
    },
    wrongBodies({ atMost: { action: { kind: 'assign', ownerUuid: null }, atMost: -1 } }),
  ),
  row(
    tasks.eraseAllCustomers,
    async () => ({ body: { query: { q: crypto.randomUUID() }, atMost: 0 } }),
    wrongBodies({ atMost: { atMost: -1 } }),
  ),
  row(tasks.listCustomerTasks, nothing, [{ query: { kind: 'merge' }, path: 'query.kind' }]),
  row(tasks.getCustomerTask, async (world) => ({ params: await importIn(world, 'ready') })),
  row(tasks.stopCustomerTask, async (world) => ({ params: await importIn(world, 'ready') })),
  row(tasks.undoCustomerTask, async (world) => ({ params: await importIn(world, 'done') })),
  row(tasks.linkTaskFile, async (world) => ({ params: await importIn(world, 'done'), body: {} })),
  row(tasks.downloadTaskFile, async (world) => {
    const params = await importIn(world, 'done');
    const { url } = await world.person.call(tasks.linkTaskFile, { params, body: {} });
    return { params: { code: url.slice(url.lastIndexOf('/') + 1) } };
  }),
];
