// @vitest-environment jsdom
import type { SystemView } from '@hanasu/contract/system';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { UninvitedForm } from './RegisterPage.tsx';

let registration: SystemView['registration'];
let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer(({ url = '' }, response) => {
    if (url === '/api/system') return sendJson(response, 200, { registration, sandboxed: [] });
    if (url === '/api/auth/providers') return sendJson(response, 200, { items: ['google'] });
    return sendJson(response, 403, problem(403, 'social_failed'));
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const show = (setupCode?: string) =>
  renderWithProviders(<UninvitedForm returnTo={undefined} setupCode={setupCode} />);
const hasForm = () => screen.queryByRole('button', { name: 'Create an account' }) !== null;

it.each([
  ['invited', undefined, 'Registration is closed'],
  // It was used: the first account is there.
  ['invited', 'from-the-log', 'Registration is closed'],
  ['code', undefined, 'The first account needs a code'],
] as const)(
  '%s with %s: says so and what to do, and has no form that leads nowhere',
  async (who, code, title) => {
    registration = who;
    await show(code);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(hasForm()).toBe(false);
  },
);

it.each([
  ['open', undefined],
  ['code', 'from-the-log'],
] as const)('%s with %s: shows the form, and a provider is told the code', async (who, code) => {
  registration = who;
  await show(code);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
  expect(hasForm()).toBe(true);
  await waitFor(() => expect(server.requests.some(({ url }) => url === '/api/auth/google/start')).toBe(true));
  const start = server.requests.find(({ url }) => url === '/api/auth/google/start');
  expect(JSON.parse(start?.body ?? '{}').setupCode).toBe(code);
});
