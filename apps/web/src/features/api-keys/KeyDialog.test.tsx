// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { NewKeyDialog } from './KeyDialog.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** Opens the dialog; returns the paths of what is sent from it. */
async function open(emailVerified: boolean): Promise<readonly string[]> {
  const sent: string[] = [];
  const server = await startTestServer((request, response) => {
    if (request.method === 'POST') {
      sent.push(request.url ?? '');
      response.writeHead(204).end();
      return;
    }
    if (request.url?.startsWith('/api/users/me'))
      return sendJson(response, 200, { email: 'a@shop.example', emailVerified, role: 'owner' });
    return sendJson(response, 404, problem(404, 'not_found'));
  });
  close = server.close;
  await renderWithProviders(<NewKeyDialog opened onClose={() => undefined} />);
  await screen.findByLabelText(/^Name/);
  return sent;
}

describe('the dialog of a new API key', () => {
  test('says at once that the email address is not confirmed, and sends the email again', async () => {
    const sent = await open(false);
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain('a@shop.example');
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test('says nothing of an address that is confirmed', async () => {
    await open(true);
    await screen.findByRole('button', { name: 'Create key' });
    expect(screen.queryByRole('note')).toBeNull();
  });
});
