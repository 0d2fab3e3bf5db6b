// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderWithProviders } from '../../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../../testing/test-server.ts';
import { ConnectGuide } from '../ConnectGuide.tsx';
import { words as en } from './en.ts';
import { words as ja } from './ja.ts';
import { words as vi } from './vi.ts';

const BOT = '0199a000-0000-7000-8000-000000000001';
const CHANNEL = '0199a000-0000-7000-8000-000000000002';
const TOKEN = '7012345678:AAH-secret_of_the_first_bot_0123456789';

let server: Awaited<ReturnType<typeof startTestServer>>;
let refuses = false;
const connected: string[] = [];
beforeEach(async () => {
  refuses = false;
  connected.length = 0;
  server = await startTestServer((request, response) => {
    if (request.method === 'POST') {
      const errors = [{ path: 'body.input.botToken', code: 'channel_credentials_rejected', message: '401' }];
      if (refuses) sendJson(response, 422, problem(422, 'channel_credentials_rejected', { errors }));
      else sendJson(response, 200, { kind: 'connected', channel: { uuid: CHANNEL } });
      return;
    }
    if (request.url?.startsWith('/api/bots') || request.url?.startsWith('/api/user/bots')) {
      sendJson(response, 200, {
        items: [{ uuid: BOT, name: 'Hoa', state: 'live' }],
        total: 1,
        page: 1,
        pageSize: 50,
      });
      return;
    }
    sendJson(response, 404, problem(404, 'not_found'));
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const show = async () => {
  await renderWithProviders(<ConnectGuide kind="telegram" onConnected={(id) => connected.push(id)} />);
  await screen.findByRole('button', { name: en.connect });
};
const typeToken = (value: string) =>
  fireEvent.change(screen.getByLabelText(en.fields.botToken.label, { exact: false, selector: 'input' }), {
    target: { value },
  });
const go = () => fireEvent.click(screen.getByRole('button', { name: en.connect }));
async function fill() {
  await screen.findByDisplayValue('Hoa');
  typeToken(` ${TOKEN} `);
  fireEvent.change(screen.getByPlaceholderText('Main shop'), { target: { value: 'Shop' } });
}
const posts = () => server.requests.filter(({ method }) => method === 'POST');

describe('the guide', () => {
  it('says beside the field what is wrong, and sends nothing', async () => {
    await show();
    typeToken('7012345678');
    go();
    expect(await screen.findByText(en.fields.botToken.shape)).toBeTruthy();
    expect(posts()).toEqual([]);
    // The topmost of two wrong fields: the name below it is empty.
    const token = screen.getByLabelText(en.fields.botToken.label, { exact: false, selector: 'input' });
    await waitFor(() => expect(document.activeElement).toBe(token));
  });
  it('connects by the way that is there for every kind', async () => {
    await show();
    await fill();
    go();
    await waitFor(() => expect(connected).toEqual([CHANNEL]));
    expect(posts().map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/api/channel', { kind: 'telegram', name: 'Shop', input: { botToken: TOKEN }, botUuid: BOT }],
    ]);
  });
  it('puts what the vendor refuses beside its field', async () => {
    refuses = true;
    await show();
    await fill();
    go();
    expect(await screen.findByText(en.fields.botToken.rejected)).toBeTruthy();
    expect(connected).toEqual([]);
  });
});

it.each([
  ['ja', ja],
  ['vi', vi],
])('%s has a word for each English one', (_, words) => {
  const flat = (tree: object): string[] =>
    Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : flat(value)));
  expect(flat(words)).toHaveLength(flat(en).length);
  expect(flat(words).every((text) => text.trim() !== '')).toBe(true);
});
