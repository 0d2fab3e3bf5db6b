// @vitest-environment jsdom
import type { FormWithDraft } from '@hanasu/contract/forms';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { DraftBar } from './DraftBar.tsx';

const FORM = {
  uuid: '01932f00-0000-7000-8000-000000000001',
  name: 'Visit',
  slug: 'visit',
  state: 'draft',
  version: null,
  hasChanges: true,
} as unknown as FormWithDraft;

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await close?.();
  close = undefined;
});

const show = (form: Partial<FormWithDraft>, state: 'saved' | 'waiting' = 'saved') =>
  renderWithProviders(
    <DraftBar
      form={{ ...FORM, ...form }}
      formDraft={{ state, fault: null, draft: FORM.draft, flush: async () => true }}
      gaps={[]}
      onGaps={() => undefined}
    />,
  );

test.each([
  [{ version: null, hasChanges: true }, 'saved', 'Draft saved'],
  [{ version: 1, hasChanges: true }, 'saved', 'Draft saved'],
  [{ version: 1, hasChanges: false }, 'waiting', 'Editing…'],
  // What customers see is no draft.
  [{ version: 1, hasChanges: false }, 'saved', ''],
] as const)('of %j, %s, it says “%s”', async (form, state, words) => {
  await show(form, state);
  expect(screen.getByRole('status').textContent).toBe(words);
});

async function publish(version: number) {
  const server = await startTestServer(({ method, url }, response) => {
    if (method === 'POST') return sendJson(response, 200, { ...FORM, version, hasChanges: false });
    if (url === '/api/me') return sendJson(response, 200, { role: 'owner' });
    return sendJson(response, 200, { items: [], total: 0 });
  });
  close = server.close;
  const added = vi.spyOn(toasts, 'add');
  await show({ version: version > 1 ? version - 1 : null });
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  return added;
}

test('the first version leads to the panel that shares it, which says it; no toast stands over it', async () => {
  const added = await publish(1);
  const panel = await screen.findByRole('dialog', { name: 'Share “Visit”' });
  expect(panel.textContent).toContain('Version 1 is published');
  expect(added).not.toHaveBeenCalled();
});

test('of a later one a toast tells, and nothing opens', async () => {
  const added = await publish(2);
  await vi.waitFor(() =>
    expect(added).toHaveBeenCalledWith({ title: 'Version 2 is published' }, 'published'),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});
