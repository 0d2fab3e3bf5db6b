// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { useFriendFacts } from '../../../entities/contact/use-friend-name.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
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
