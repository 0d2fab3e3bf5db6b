// @vitest-environment jsdom
import type { CustomerView } from '@hanasu/contract/customers';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { CustomerValues } from './CustomerValues.tsx';

const FIELD = {
  uuid: '018f0000-0000-7000-8000-000000000001',
  label: 'Spent',
  kind: 'number',
  options: [],
  hiddenFrom: [],
  position: 0,
  archivedAt: null,
  createdAt: '2026-11-28T00:00:00.000Z',
};

let close: (() => Promise<void>) | null = null;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** A profile of an account in this time zone, with what it has saved so far. */
async function show(timeZone: string) {
  const server = await startTestServer(({ url = '' }, response) => {
    if (url.includes('/customer-fields')) sendJson(response, 200, { items: [FIELD] });
    else if (/\/(?:me|user)(?:$|\?|\/)/.test(url))
      sendJson(response, 200, { uuid: FIELD.uuid, account: { uuid: FIELD.uuid, name: 'Shop', timeZone } });
    else sendJson(response, 404, problem(404, 'not_found'));
  });
  close = server.close;
  const saved: unknown[] = [];
  const customer = { fields: { [FIELD.uuid]: 1.234 } } as unknown as CustomerView;
  await renderWithProviders(
    <CustomerValues customer={customer} save={async (change) => void saved.push(change)} />,
  );
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Spent' });
  await waitFor(() => expect(server.requests.some(({ url }) => /\/(?:me|user)/.test(url))).toBe(true));
  const type = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.blur(field);
  };
  return { saved, field, type };
}

test('a number is typed as the account writes it, and one with two readings is not saved', async () => {
  const { saved, field, type } = await show('Asia/Tokyo');
  expect(field.value).toBe('1.2340');
  type('150.000');
  await screen.findByText('This can mean 150 or 150,000. Enter it without separators between thousands.');
  expect(saved).toEqual([]);
  type('１，５００円');
  await waitFor(() => expect(saved).toEqual([{ fields: { [FIELD.uuid]: 1_500 } }]));
});
