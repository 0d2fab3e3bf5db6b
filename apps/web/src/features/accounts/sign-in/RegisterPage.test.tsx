// @vitest-environment jsdom
import { register } from '@hanasu/contract/accounts';
import type { SystemView } from '@hanasu/contract/system';
import { readInvitation } from '@hanasu/contract/team';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { InvitedForm, UninvitedForm } from './RegisterPage.tsx';

let registration: SystemView['registration'];
let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer(({ url = '' }, response) => {
    if (url === '/api/system') return sendJson(response, 200, { registration, sandboxed: [] });
    if (url === '/api/auth/providers') return sendJson(response, 200, { items: ['google'] });
    if (url === readInvitation.path) {
      return sendJson(response, 200, { email: 'new@example.com', accountName: 'Sakura', invitedBy: 'hana' });
    }
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

/** What the sign-in with a provider begins with. */
async function tellGoogle() {
  fireEvent.click(await screen.findByRole('checkbox', { name: /I agree to the/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
  const begun = () => server.requests.find(({ url }) => url === '/api/auth/google/start');
  await waitFor(() => expect(begun()).toBeDefined());
  return JSON.parse(begun()?.body ?? '{}');
}

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
  const told = await tellGoogle();
  expect(hasForm()).toBe(true);
  expect(told.setupCode).toBe(code);
});

it('who was invited has the form, whatever the rule, and a provider is told the invitation', async () => {
  registration = 'invited';
  await renderWithProviders(<InvitedForm code="of-the-mail" />);
  expect((await tellGoogle()).invitation).toBe('of-the-mail');
  expect(hasForm()).toBe(true);
});

/** Fills the form; the request that it sends. */
async function registerWith(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('checkbox', { name: /I agree to the/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Create an account' }));
}
const sent = async () => {
  const request = () => server.requests.find(({ url }) => url === register.path);
  await waitFor(() => expect(request()).toBeDefined());
  return JSON.parse(request()?.body ?? '{}');
};

it('asks for the name of the shop, with its spaces, and for no user name', async () => {
  registration = 'open';
  await show();
  const email = 'yukari@example.com';
  await registerWith({ 'Shop name': '椿 由香里', Email: email, Password: 'tall lamps over water' });
  const body = await sent();
  expect(body).toMatchObject({ accountName: '椿 由香里', email, acceptedTerms: true });
  expect(body).not.toHaveProperty('username');
});

it('who was invited gives their own name, and no shop', async () => {
  registration = 'invited';
  await renderWithProviders(<InvitedForm code="of-the-mail" />);
  await registerWith({ 'Your name': 'Hanako Yamada', Password: 'tall lamps over water' });
  const body = await sent();
  expect(body).toMatchObject({ displayName: 'Hanako Yamada', invitation: 'of-the-mail' });
  expect(body).not.toHaveProperty('accountName');
});

it('says once that a password is too short', async () => {
  registration = 'open';
  await show();
  fireEvent.focus(await screen.findByLabelText('Password'));
  await registerWith({ 'Shop name': 'Sakura', Email: 'a@example.com', Password: 'short' });
  const wrapper = screen.getByLabelText('Password').closest('.mantine-InputWrapper-root');
  await waitFor(() => expect(wrapper?.querySelector('.mantine-InputWrapper-error')).not.toBeNull());
  expect(screen.getAllByText(/8 characters/i)).toHaveLength(1);
});

it('a missing password is marked as invalid, as any other field', async () => {
  registration = 'open';
  await show();
  const field = await screen.findByLabelText('Password');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  await registerWith({ 'Shop name': 'Sakura', Email: 'a@example.com' });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
});
