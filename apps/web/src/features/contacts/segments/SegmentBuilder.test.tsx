// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { SegmentBuilder } from './SegmentBuilder.tsx';

const TAGS = ['VIP', 'Regular'].map((name, index) => ({
  uuid: `01932f00-eeee-7000-8000-00000000000${index}`,
  name,
  color: 'green',
  groupUuid: null,
  position: index,
  customers: 1,
  archivedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}));

let stop: () => Promise<unknown>;
beforeEach(async () => {
  const server = await startTestServer((request, response) => {
    if (request.url?.startsWith('/api/tag?'))
      return sendJson(response, 200, { items: TAGS, total: TAGS.length, page: 1, pageSize: 100 });
    if (request.url?.includes('count')) return sendJson(response, 200, COUNT);
    return sendJson(response, 404, {});
  });
  stop = server.close;
});
afterEach(async () => {
  cleanup();
  await stop();
});
const COUNT = { count: 2, isExact: true, sample: [], problems: [] };

async function openBuilder() {
  const onClose = vi.fn();
  await renderWithProviders(
    <SegmentBuilder start={null} onClose={onClose} onShow={() => undefined} onSaved={() => undefined} />,
  );
  return onClose;
}

async function addTagCondition(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'Add condition' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Tag' }));
  const field = await screen.findByRole('combobox', { name: 'Tags' });
  field.focus();
  return field;
}

const pressEscape = (target: Element) => fireEvent.keyDown(target, { key: 'Escape', code: 'Escape' });

test('without conditions Escape closes the drawer at once', async () => {
  const onClose = await openBuilder();
  pressEscape(await screen.findByRole('dialog'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape closes the open list first, and then asks before conditions are lost', async () => {
  const onClose = await openBuilder();
  const field = await addTagCondition();
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'));
  pressEscape(field);
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
  expect(screen.queryByText('Discard unsaved changes?')).toBeNull();

  pressEscape(field);
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('Discard unsaved changes?')).toBeNull());
  expect(screen.getByRole('combobox', { name: 'Tags' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();

  pressEscape(field);
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape on the question goes back to the conditions and closes nothing else', async () => {
  const onClose = await openBuilder();
  const field = await addTagCondition();
  pressEscape(field);
  pressEscape(field);
  const stay = await screen.findByRole('button', { name: 'Keep editing' });
  pressEscape(stay);
  await waitFor(() => expect(screen.queryByText('Discard unsaved changes?')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
});

test('the list of tags closes after a choice, and opens again by a letter', async () => {
  await openBuilder();
  const field = await addTagCondition();
  fireEvent.click(await screen.findByRole('option', { name: 'VIP' }));
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
  fireEvent.change(field, { target: { value: 'Reg' } });
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'));
});
