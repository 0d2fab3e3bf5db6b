// @vitest-environment jsdom
import type { CustomerTaskView } from '@hanasu/contract/customer-tasks';
import { CustomerTaskId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { useFriendFacts } from '../../../entities/contact/use-friend-name.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { CheckStep } from '../imports/CheckStep.tsx';
import { NewCustomer } from './NewCustomer.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

describe('a new customer whose phone another one has', () => {
  test('names the other one, and is added when that is wanted all the same', async () => {
    const server = await startTestServer((_request, response, body) => {
      if (JSON.parse(body).ifKnown === 'add') return sendJson(response, 201, { uuid: 'new' });
      const errors = [{ path: 'body.phones', code: 'customer_known', message: 'Sato Taro' }];
      return sendJson(response, 409, { code: 'customer_known', status: 409, errors });
    });
    close = server.close;
    const created: string[] = [];
    await renderWithProviders(
      <NewCustomer opened onClose={() => {}} onCreated={(uuid) => created.push(uuid)} />,
    );
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
    type('Name', 'Sato Hanako');
    type('Phone', '090-1234-5678');
    fireEvent.click(screen.getByRole('button', { name: 'Add customer' }));
    await screen.findByText(/Sato Taro has this phone number/);
    expect(created).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Add all the same' }));
    await expect.poll(() => created).toEqual(['new']);
  });
});

const Phone = () => useFriendFacts().phoneOf('+81312345678;ext=123');

test('a phone number is shown with its extension as people say it', async () => {
  await renderWithProviders(<Phone />);
  await screen.findByText('+81312345678 ext. 123');
});

describe('the check of an import', () => {
  const task: CustomerTaskView = {
    uuid: CustomerTaskId.parse('01932f00-0000-7000-8000-000000000001'),
    kind: 'import',
    state: 'checked',
    failure: null,
    fileName: 'customers.csv',
    action: null,
    total: 3,
    done: 3,
    counts: { created: 0, changed: 3, same: 0, refused: 0, undone: 0, kept: 0, incomplete: 0 },
    unheld: null,
    sharedContacts: { rows: 2, choice: 'change' },
    startedBy: null,
    createdAt: '2026-01-01T00:00:00Z',
    endedAt: null,
    undoUntil: null,
    fileUntil: null,
  };
  async function open(shown: CustomerTaskView) {
    const server = await startTestServer((request, response) =>
      sendJson(response, 200, request.method === 'POST' ? shown : { items: [] }),
    );
    close = server.close;
    await renderWithProviders(<CheckStep task={shown} />);
    return server;
  }

  test('offers to add people who share a phone under another name, and checks again', async () => {
    const server = await open(task);
    fireEvent.click(screen.getByRole('checkbox', { name: /Add 2 people who share a phone/ }));
    await expect
      .poll(() =>
        server.requests.filter(({ method }) => method === 'POST').map(({ url, body }) => [url, body]),
      )
      .toEqual([[`/api/customers/import/${task.uuid}/check`, JSON.stringify({ sharedContacts: 'add' })]]);
  });

  test('offers nothing where no row shares one', async () => {
    await open({ ...task, sharedContacts: { rows: 0, choice: 'change' } });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
