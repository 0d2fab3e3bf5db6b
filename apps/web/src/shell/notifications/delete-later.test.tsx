// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

const rows = [{ uuid: 'a' }, { uuid: 'b' }];
const load = () => import('./delete-later.tsx');

test('the page after the one that deleted a row does not list it, even before the server has deleted it', async () => {
  const run = vi.fn(() => new Promise(() => undefined));
  const left = await load();
  left.deleteLater({ ids: ['a'], title: 'Deleted', undoLabel: 'Undo', run });
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pagehide'));
  expect(run).toHaveBeenCalledOnce();

  vi.resetModules();
  const next = await load();
  expect(renderHook(() => next.useNotDeleted(rows)).result.current).toEqual([{ uuid: 'b' }]);
  // What could not be deleted is there again later.
  vi.resetModules();
  const later = await load();
  expect(renderHook(() => later.useNotDeleted(rows)).result.current).toEqual(rows);
});
