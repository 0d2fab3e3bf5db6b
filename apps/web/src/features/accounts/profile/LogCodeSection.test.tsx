// @vitest-environment jsdom
import type { UserView } from '@hanasu/contract/accounts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { LogCodeSection } from './LogCodeSection.tsx';

const user = {
  username: 'host',
  email: 'host@example.com',
  emailVerified: false,
  hasPassword: true,
} as UserView;
let isAdministrator = false;
const done: string[] = [];
let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  isAdministrator = false;
  done.length = 0;
  server = await startTestServer(({ method }, response, body) => {
    if (method === 'POST') {
      const isRight = JSON.parse(body).code === 'right';
      return isRight ? sendJson(response, 200, null) : sendJson(response, 410, problem(410, 'code_invalid'));
    }
    return sendJson(response, 200, { isAdministrator });
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const show = (given: string | undefined, who: UserView = user) =>
  renderWithProviders(<LogCodeSection user={who} given={given} onDone={() => done.push('done')} />);
const asked = () => waitFor(() => expect(server.requests).toHaveLength(1));
const field = () => screen.queryByLabelText('Code from the server’s log');

it('takes the code of the link in the log, with the password, and says when it is another', async () => {
  await show('wrong');
  fireEvent.change(await screen.findByLabelText('Current password'), { target: { value: 'mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(/Either the code is not the one/)).toBeTruthy();
  fireEvent.change(field() as HTMLElement, { target: { value: ' right ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(done).toEqual(['done']));
  const bodies = server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body));
  expect(bodies).toEqual([
    { code: 'wrong', password: 'mine' },
    { code: 'right', password: 'mine' },
  ]);
});

it('is not shown to others, nor to administrators', async () => {
  await show(undefined);
  await asked();
  expect(field()).toBeNull();
  cleanup();
  isAdministrator = true;
  server.requests.length = 0;
  await show('right');
  await asked();
  expect(field()).toBeNull();
});
