// @vitest-environment jsdom

import { BotId, ToolId } from '@hanasu/contract/ids';
import { ToolInput, type ToolView } from '@hanasu/contract/tools';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { ToolPanel } from './ToolPanel.tsx';

const time = '2026-01-01T00:00:00Z';
const botUuid = BotId.parse('01932f00-0000-7000-8000-000000000001');
const tool: ToolView = {
  uuid: ToolId.parse('01932f00-0000-7000-8000-000000000002'),
  botUuid,
  name: 'order_state',
  description: 'Where an order is',
  enabled: true,
  config: {
    kind: 'http',
    method: 'GET',
    url: 'https://shop.example/orders',
    parameters: [],
    headers: [
      { name: 'X-Shop', secret: false, value: 'kyoto' },
      { name: 'Authorization', secret: true, value: null },
    ],
    body: '',
    timeoutSeconds: 10,
    mapping: [],
  },
  form: null,
  createdAt: time,
  updatedAt: time,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

async function open(onClose = vi.fn()) {
  const sent: unknown[] = [];
  const server = await startTestServer((_request, response, body) => {
    sent.push(JSON.parse(body));
    sendJson(response, 200, tool);
  });
  close = server.close;
  await renderWithProviders(<ToolPanel botUuid={botUuid} open={{ kind: 'http', tool }} onClose={onClose} />);
  await screen.findByDisplayValue('order_state');
  return { sent, onClose };
}

it('keeps a stored secret that nobody typed over, also when a row before it goes', async () => {
  const { sent, onClose } = await open();
  fireEvent.change(screen.getByLabelText('Value of header 2'), { target: { value: 'Bearer x' } });
  fireEvent.change(screen.getByLabelText('Value of header 2'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove Header 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(ToolInput.parse(sent[0]).config).toMatchObject({
    headers: [{ name: 'Authorization', secret: true, value: null }],
  });
});

it('asks before what was typed is thrown away', async () => {
  const { onClose } = await open();
  fireEvent.change(screen.getByDisplayValue('order_state'), { target: { value: 'orders' } });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalled();
});
