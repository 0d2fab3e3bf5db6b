// @vitest-environment jsdom
import type { ServerResponse } from 'node:http';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { makeConversation } from '../testing.ts';
import { LockBanner } from './OpenConversation.tsx';

afterEach(cleanup);

it('sends what was written although the news of the take-over is faster than its answer', async () => {
  const waiting: ServerResponse[] = [];
  const server = await startTestServer((request, response) => {
    if (request.url?.endsWith('/handling')) waiting.push(response);
    else if (request.url?.startsWith('/api/users/me')) sendJson(response, 200, { role: 'operator' });
    else sendJson(response, 404, {});
  });
  const onTaken = vi.fn();
  const conversation = makeConversation(1, { handling: 'operator' });
  await renderWithProviders(
    <LockBanner conversation={conversation} isAsking onAsking={() => undefined} onTaken={onTaken} hasWords />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Take over and send' }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  // By the news it is this person's already: nothing is locked any more.
  cleanup();
  for (const response of waiting) sendJson(response, 200, conversation);
  await waitFor(() => expect(onTaken).toHaveBeenCalledOnce());
  await server.close();
});
