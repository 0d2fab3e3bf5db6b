// @vitest-environment jsdom

import { WebHookId } from '@hanasu/contract/ids';
import type { N8nWorkflowFile, WebHookView } from '@hanasu/contract/web-hooks';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { N8nFile } from './N8nFile.tsx';

const hook: WebHookView = {
  uuid: WebHookId.parse('01932f00-0000-7000-8000-000000000001'),
  ...{ url: 'https://shop.example/hooks', description: '', events: ['message.received'], enabled: true },
  ...{ last: null, createdAt: '2026-01-01T00:00:00Z' },
};
const workflow: N8nWorkflowFile = { name: 'Hanasu: shop.example', nodes: [], connections: {}, settings: {} };

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await close?.();
});

async function open(status: number, body: unknown) {
  const server = await startTestServer((_request, response) => sendJson(response, status, body));
  close = server.close;
  await renderWithProviders(<N8nFile hook={hook} opened onClose={vi.fn()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Download the workflow' }));
  return server;
}

it('saves the workflow of a web hook, and says where its secret goes', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { requests } = await open(200, workflow);
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(requests.map(({ url }) => url)).toEqual([`/api/user/web-hook/${hook.uuid}/n8n-workflow`]);
  expect(click.mock.contexts).toMatchObject([{ download: 'hanasu-n8n-workflow.json' }]);
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(workflow);
  screen.getByText(/“Check signature”.*secret of this webhook.*whsec_PUT_THE_SECRET_HERE/);
});

it('says when the workflow cannot be loaded', async () => {
  await open(404, problem(404, 'not_found'));
  await screen.findByRole('alert');
});
