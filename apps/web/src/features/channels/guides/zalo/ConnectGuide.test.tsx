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
const PAGE = 'https://oauth.example/v4/oa/permission?app_id=1';

let server: Awaited<ReturnType<typeof startTestServer>>;
let refuses = false;
const left: string[] = [];
beforeEach(async () => {
  refuses = false;
  left.length = 0;
  server = await startTestServer((request, response) => {
    if (request.method === 'POST') {
      const answer = problem(422, 'validation_failed', {
        errors: [{ path: 'body.appSecret', code: 'custom', message: 'Not this one' }],
      });
      if (refuses) sendJson(response, 422, answer);
      else sendJson(response, 200, { kind: 'permission', url: PAGE });
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
  await renderWithProviders(
    <ConnectGuide kind="zalo" onConnected={() => undefined} leave={(url) => left.push(url)} />,
  );
  await screen.findByRole('button', { name: en.connect });
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false, selector: 'input' }), { target: { value } });
const go = () => fireEvent.click(screen.getByRole('button', { name: en.connect }));
async function fill() {
  await screen.findByDisplayValue('Hoa');
  type(en.fields.appId.label, '1234567890123');
  type(en.fields.appSecret.label, 'secret-of-the-app');
  fireEvent.change(screen.getByPlaceholderText('Main shop'), { target: { value: 'Shop' } });
}
const posts = () => server.requests.filter(({ method }) => method === 'POST');

describe('the guide', () => {
  it('gives the callback address to paste and the events to tick', async () => {
    await show();
    const address = screen.getByLabelText(en.steps.callback.label) as HTMLInputElement;
    expect(address.value).toBe(`${window.location.origin}/Channel/connected`);
    expect(screen.getByText('user_send_text')).toBeTruthy();
  });
  it('says beside the field what is wrong, and sends nothing', async () => {
    await show();
    type(en.fields.appId.label, '@shop');
    type(en.fields.appSecret.label, 'short');
    go();
    expect(await screen.findByText(en.fields.appId.shape)).toBeTruthy();
    expect(screen.getByText(en.fields.appSecret.shape)).toBeTruthy();
    expect(posts()).toEqual([]);
  });
  it('goes to the vendor’s page, without a webhook key that was left empty', async () => {
    await show();
    await fill();
    go();
    await waitFor(() => expect(left).toEqual([PAGE]));
    expect(posts().map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      [
        '/api/channel/zalo/connect',
        { name: 'Shop', appId: '1234567890123', appSecret: 'secret-of-the-app', botUuid: BOT },
      ],
    ]);
  });
  it('puts what the server refuses beside its field', async () => {
    refuses = true;
    await show();
    await fill();
    go();
    expect(await screen.findByText('Not this one')).toBeTruthy();
    expect(left).toEqual([]);
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
