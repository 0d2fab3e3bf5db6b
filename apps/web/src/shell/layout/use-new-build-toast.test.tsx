// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { systemQuery } from '../shell.queries.ts';
import { ToastRegion, toasts } from '../toasts.tsx';
import { useNewBuildToast } from './RootShell.tsx';

let build: string;
let server: Awaited<ReturnType<typeof startTestServer>>;
let queryClient: QueryClient;
beforeEach(async () => {
  build = 'one';
  queryClient = new QueryClient();
  server = await startTestServer((_, response) => sendJson(response, 200, { build }));
});
afterEach(async () => {
  act(() => toasts.clear());
  cleanup();
  await server.close();
});
function Page() {
  useNewBuildToast();
  return null;
}
async function show() {
  await renderWithProviders(
    <QueryClientProvider client={queryClient}>
      <Page />
      <ToastRegion label="Messages" />
    </QueryClientProvider>,
  );
  await expect.poll(() => server.requests.length).toBe(1);
}
const lookAgain = () => act(() => queryClient.refetchQueries(systemQuery));

it('spec:74 spec:123 asks for the build every hour', () => {
  expect(systemQuery.refetchInterval).toBe(3_600_000);
});

it('spec:74 says once that there is a newer one, and stays until it is closed', async () => {
  await show();
  await lookAgain();
  expect(screen.queryByText('A new version is ready.')).toBeNull();
  build = 'two';
  await lookAgain();
  const title = await screen.findByText('A new version is ready.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  const toast = title.closest<HTMLElement>('.Toastify__toast');
  expect(toast?.getAttribute('role')).toBe('status');
  act(() => toasts.clear());
  const added = vi.spyOn(toasts, 'add');
  await lookAgain();
  expect(added).not.toHaveBeenCalled();
});
