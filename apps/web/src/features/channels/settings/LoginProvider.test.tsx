// @vitest-environment jsdom
import type { ChannelId } from '@hanasu/contract/ids';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { LoginProvider } from './LoginProvider.tsx';

const SAVED = '2000000001';
const texts = { confirmed: 'Same provider', doubtful: 'Unknown people' };
const channel = { uuid: '0199a000-0000-7000-8000-000000000001' as ChannelId };

let server: Awaited<ReturnType<typeof startTestServer>>;
let state: string;
beforeEach(async () => {
  server = await startTestServer((_, response) =>
    sendJson(response, 200, { login: { channelId: SAVED, state } }),
  );
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function Typed({ loginChannelId, children }: { loginChannelId: string; children: ReactNode }) {
  const form = useForm({ defaultValues: { liff: { liffId: '', loginChannelId } } });
  return <FormProvider {...form}>{children}</FormProvider>;
}
const show = (loginChannelId = SAVED) =>
  renderWithProviders(
    <Typed loginChannelId={loginChannelId}>
      <LoginProvider channel={channel} texts={texts} />
    </Typed>,
  );
const answered = () => waitFor(() => expect(server.requests).toHaveLength(1));

describe('the provider of the login channel', () => {
  it('is confirmed quietly', async () => {
    state = 'confirmed';
    await show();
    expect(await screen.findByText('Same provider')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is doubted when only unknown people have opened forms', async () => {
    state = 'doubtful';
    await show();
    expect((await screen.findByRole('status')).textContent).toBe('Unknown people');
  });

  it.each([
    ['before a form was opened', 'untried', SAVED],
    ['while another login channel is typed', 'confirmed', '2000000002'],
  ])('is not mentioned %s', async (_, given, typed) => {
    state = given;
    await show(typed);
    await answered();
    expect(document.body.textContent).not.toMatch(/Same provider|Unknown people/);
  });
});
