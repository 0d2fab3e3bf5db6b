// @vitest-environment jsdom
import type { CustomerView } from '@hanasu/contract/customers';
import { CustomerId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { CustomerFacts } from './CustomerFacts.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

const customer: CustomerView = {
  uuid: CustomerId.parse('01932f00-0000-7000-8000-000000000001'),
  name: 'Hana',
  displayName: 'Hana',
  vendorName: '',
  kana: '',
  language: null,
  phones: [],
  emails: [],
  birthday: null,
  address: null,
  note: '',
  fields: {},
  tags: [],
  source: 'staff',
  owner: null,
  friends: [],
  lastWroteAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
/** Of 498-0000, as Japan Post's KEN_ALL has them. */
const places = [
  { region: '愛知県', city: '弥富市', town: '' },
  { region: '三重県', city: '桑名郡木曽岬町', town: '' },
];

test('a postal code of several places asks which one, and fills in the one that is chosen', async () => {
  let stored = customer;
  const server = await startTestServer(({ method, url = '' }, response, body) => {
    if (url.includes('/postal-code/'))
      return sendJson(response, 200, { region: '', city: '', town: '', places });
    if (method === 'PATCH') stored = { ...stored, ...JSON.parse(body) };
    if (url.includes(customer.uuid)) return sendJson(response, 200, stored);
    sendJson(response, 200, url.includes('/users/me') ? { role: 'owner' } : { items: [], total: 0 });
  });
  close = server.close;
  await renderWithProviders(<CustomerFacts customer={customer} />);
  const code = await screen.findByRole('textbox', { name: 'Postal code' });
  fireEvent.change(code, { target: { value: '４９８００００' } });
  fireEvent.blur(code);
  const choice = await screen.findByRole('combobox', { name: 'Place of the postal code' });
  expect(stored.address).toMatchObject({ postalCode: '498-0000', region: '', city: '' });
  fireEvent.click(choice);
  fireEvent.click(await screen.findByRole('option', { name: '三重県桑名郡木曽岬町' }));
  await expect.poll(() => stored.address).toMatchObject({ region: '三重県', city: '桑名郡木曽岬町' });
  await expect.poll(() => screen.queryByRole('combobox', { name: 'Place of the postal code' })).toBeNull();
});
