// @vitest-environment jsdom
import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import type { CustomerId, CustomerTaskId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { ExportDialog } from './ExportDialog.tsx';

const TARGET = 'field:018f0000-0000-7000-8000-000000000001';
const task = (more: Partial<CustomerTaskView>): CustomerTaskView => ({
  uuid: '018f0000-0000-7000-8000-000000000002' as CustomerTaskId,
  kind: 'import',
  state: 'checked',
  failure: null,
  fileName: 'a.csv',
  action: null,
  total: 3,
  done: 3,
  counts: { created: 3, changed: 0, same: 0, refused: 0, undone: 0, kept: 0, incomplete: 2 },
  startedBy: null,
  createdAt: '2026-11-28T00:00:00.000Z',
  endedAt: null,
  undoUntil: null,
  fileUntil: null,
  unheld: null,
  sharedContacts: null,
  ...more,
});
const columns = {
  encoding: 'utf-8',
  delimiter: ',',
  head: ['Name', 'Spent'],
  rows: [],
  columns: ['displayName', TARGET],
  createTags: true,
  isRemembered: false,
  skipInvalidValues: true,
  numbers: [
    {
      target: TARGET,
      example: '150.000',
      readings: { '.': 150, ',': 150_000 },
      decimal: null,
      rows: 2,
      style: { decimal: '.', isCertain: false },
    },
  ],
};

let close: (() => Promise<void>) | null = null;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** Answers by the end of the address. */
async function serve(answers: Readonly<Record<string, unknown>>) {
  const server = await startTestServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    const [, answer] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
    if (answer === undefined) sendJson(response, 404, problem(404, 'not_found'));
    else sendJson(response, request.method === 'POST' ? 201 : 200, answer);
  });
  close = server.close;
  return (end: string) =>
    server.requests.filter(({ url }) => url.endsWith(end)).map(({ body }) => JSON.parse(body) as unknown);
}

test('a column of numbers with two readings is asked about before the import can run', async () => {
  const sent = await serve({ '/columns': columns, '/check': task({}), '/rows': { items: [] } });
  await renderWithProviders(<CheckStep task={task({})} />);
  const reading = await screen.findByRole('radio', { name: '150.000 = 150,000' });
  expect(screen.getByRole('radio', { name: '150.000 = 150' })).toBeDefined();
  const run = screen.getByRole<HTMLButtonElement>('button', { name: 'Import 3 customers' });
  expect(run.disabled).toBe(true);
  fireEvent.click(reading);
  await waitFor(() => expect(sent('/check')).toHaveLength(1));
  expect(sent('/check')[0]).toMatchObject({ decimalMarks: { [TARGET]: ',' } });
});

test('rows with bad values can be left out as a whole', async () => {
  const sent = await serve({
    '/columns': { ...columns, numbers: [] },
    '/check': task({}),
    '/rows': { items: [] },
  });
  await renderWithProviders(<CheckStep task={task({})} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: /without the values/ }));
  await waitFor(() => expect(sent('/check')).toHaveLength(1));
  expect(sent('/check')[0]).toMatchObject({ skipInvalidValues: false });
});

test('what the file cannot hold is shown before it is written, and UTF-8 is offered instead', async () => {
  const unheld = {
    customers: 3,
    characters: ['ễ', '𠮷'],
    example: { uuid: '018f0000-0000-7000-8000-000000000003' as CustomerId, name: 'Hồng', text: 'Nguyễn' },
  };
  const checkTask = task({ kind: 'export', unheld });
  const sent = await serve({
    '/export/check': checkTask,
    '/export': task({ kind: 'export', state: 'running' }),
    [`/task/${checkTask.uuid}`]: checkTask,
  });
  await renderWithProviders(<ExportDialog query={{}} total={5} shown={[]} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('combobox', { name: 'File' }));
  fireEvent.click(await screen.findByRole('option', { name: /Shift_JIS/, hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await screen.findByText('3 customers have characters that Shift_JIS does not have.');
  screen.getByText(/ễ 𠮷 in “Nguyễn”/);
  fireEvent.click(screen.getByRole('button', { name: 'Export as CSV (UTF-8)' }));
  await waitFor(() => expect(sent('/export')).toHaveLength(1));
  expect(sent('/export')[0]).toMatchObject({ format: 'csv', encoding: 'utf-8' });
});

test.each([
  [2, 1],
  [0, 0],
] as const)('where %i rows share a phone with another name, that is asked', async (rows, times) => {
  const shared = task({
    sharedContacts: { rows, choice: 'change' },
    counts: { ...task({}).counts, incomplete: 0 },
  });
  const sent = await serve({
    '/columns': { ...columns, numbers: [] },
    '/check': shared,
    '/rows': { items: [] },
  });
  await renderWithProviders(<CheckStep task={shared} />);
  await screen.findByRole('button', { name: 'Import 3 customers' });
  const asked = screen.queryAllByRole('checkbox', { name: /Add 2 people who share a phone/ });
  expect(asked).toHaveLength(times);
  for (const box of asked) fireEvent.click(box);
  await waitFor(() => expect(sent('/check')).toEqual(asked.map(() => ({ sharedContacts: 'add' }))));
});

test('a column can become a new field, which has its name and the kind of its values', async () => {
  const field = '018f0000-0000-7000-8000-000000000009';
  const sent = await serve({
    '/columns': {
      ...columns,
      head: ['Name', 'Last visit'],
      rows: [
        ['花子', '2026/11/03'],
        ['太郎', ''],
        ['次郎', '2025年1月9日'],
      ],
      columns: ['displayName', null],
      numbers: [],
    },
    '/users/me': { role: 'owner' },
    '/customer-fields': { items: [] },
    '/customer-field': { uuid: field, label: 'Last visit', kind: 'date', options: [], hiddenFrom: [] },
    '/check': task({}),
  });
  await renderWithProviders(<ColumnsStep task={task({})} />);
  fireEvent.click(await screen.findByRole('combobox', { name: 'Last visit is' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Create the field “Last visit”', hidden: true }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('/customer-field')).toHaveLength(1));
  expect(sent('/customer-field')[0]).toMatchObject({ label: 'Last visit', kind: 'date' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  await waitFor(() => expect(sent('/check')).toHaveLength(1));
  expect(sent('/check')[0]).toMatchObject({ columns: ['displayName', `field:${field}`] });
});
