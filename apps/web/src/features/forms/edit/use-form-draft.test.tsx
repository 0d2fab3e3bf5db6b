// @vitest-environment jsdom
import { FormDefinition, FormSettings } from '@hanasu/contract/form-definition';
import type { FormWithDraft } from '@hanasu/contract/forms';
import { FormId } from '@hanasu/contract/ids';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { type FormDraft, useFormDraft } from './use-form-draft.ts';

const FORM: FormWithDraft = {
  uuid: FormId.parse('01932f00-0000-7000-8000-000000000001'),
  name: 'Visit',
  slug: 'visit',
  state: 'draft',
  version: null,
  hasChanges: true,
  accountName: 'Camellia',
  settings: FormSettings.parse({
    total: null,
    perPerson: null,
    from: null,
    until: null,
    conflict: 'keep',
    actions: [],
    reply: {},
    sites: [],
  }),
  submissions: { total: 0, fresh: 0 },
  createdBy: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  archivedAt: null,
  draft: FormDefinition.parse({
    languages: ['en'],
    title: { en: 'Visit' },
    pages: [{ fields: [{ kind: 'email', key: 'email', label: { en: 'Email' } }] }],
  }),
  revision: 1,
};

/** A server that keeps a form, and refuses who has not seen the last change; `broken` makes it fail. */
async function startStore() {
  const store = { form: FORM, saved: 0, broken: false };
  const server = await startTestServer((request, response, text) => {
    if (store.broken) return sendJson(response, 503, problem(503, 'database_unavailable'));
    if (request.method === 'PATCH') {
      const { draft, revision } = JSON.parse(text) as Pick<FormWithDraft, 'draft' | 'revision'>;
      if (revision !== store.form.revision) return sendJson(response, 409, problem(409, 'form_changed'));
      store.saved += 1;
      store.form = { ...store.form, draft, revision: revision + 1 };
    }
    return sendJson(response, 200, store.form);
  });
  return Object.assign(store, { close: server.close });
}

let formDraft: FormDraft;
function Editor() {
  formDraft = useFormDraft(FORM);
  return <output>{formDraft.state}</output>;
}

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});
async function open() {
  const store = await startStore();
  close = store.close;
  await renderWithProviders(<Editor />);
  return store;
}
const retitle = (en: string) =>
  act(() => formDraft.edit((draft) => ({ ...draft, title: { ...draft.title, en } }), 'title'));
const settled = (wanted: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(wanted));
const elsewhere = (title: string): FormWithDraft => ({
  ...FORM,
  draft: { ...FORM.draft, title: { en: title } },
  revision: 2,
});

it('saves once the typing stops, and undoes it as one step', async () => {
  const store = await open();
  retitle('V');
  retitle('Visit us');
  expect(screen.getByRole('status').textContent).toBe('waiting');
  await settled('saved');
  expect([store.saved, store.form.draft.title.en]).toEqual([1, 'Visit us']);
  act(() => formDraft.undo());
  expect(formDraft.draft.title.en).toBe('Visit');
  await settled('saved');
  await waitFor(() => expect(store.form.draft.title.en).toBe('Visit'));
});

it('keeps what could not be saved and sends it with the next try', async () => {
  const store = await open();
  store.broken = true;
  retitle('Visit us');
  await settled('failed');
  store.broken = false;
  await act(async () => expect(await formDraft.flush()).toBe(true));
  expect(store.form.draft.title.en).toBe('Visit us');
});

it('overwrites what somebody else has saved only when it is told to', async () => {
  const store = await open();
  store.form = elsewhere('Theirs');
  retitle('Mine');
  await settled('changed');
  expect([store.saved, formDraft.draft.title.en]).toEqual([0, 'Mine']);
  await act(async () => void (await formDraft.keepMine()));
  await settled('saved');
  expect([store.form.draft.title.en, store.form.revision]).toEqual(['Mine', 3]);
});

it('takes over what somebody else has saved, and nothing is left to undo', async () => {
  const store = await open();
  store.form = elsewhere('Theirs');
  retitle('Mine');
  await settled('changed');
  await act(() => formDraft.takeTheirs());
  await settled('saved');
  expect([formDraft.draft.title.en, formDraft.canUndo, store.saved]).toEqual(['Theirs', false, 0]);
  retitle('Both');
  await settled('saved');
  expect(store.form.draft.title.en).toBe('Both');
});

it('is incomplete while a field holds text that the form cannot take', async () => {
  await open();
  await settled('saved');
  act(() => formDraft.reportUnstored('places', 'typing'));
  await settled('waiting');
  act(() => formDraft.reportUnstored('places', 'wrong'));
  await settled('incomplete');
  expect(await act(() => formDraft.flush())).toBe(false);
  act(() => formDraft.reportUnstored('places', null));
  await settled('saved');
  expect(await act(() => formDraft.flush())).toBe(true);
});
