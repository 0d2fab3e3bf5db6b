import { useMemo, useSyncExternalStore } from 'react';
import { errorMessage } from '../api/error-message.ts';
import { toasts } from './toasts.tsx';

interface Deletion {
  /** Hidden from lists at once. */
  readonly ids: readonly string[];
  /** What was deleted, as the toast says it. */
  readonly title: string;
  readonly undoLabel: string;
  /** Deletes at the server, once it can't be undone any more. */
  readonly run: () => Promise<unknown>;
}

/** What was being deleted when a page was left: the next page may list it before the server has deleted it. */
const LEFT = 'hanasu.deleting';

let hidden: ReadonlySet<string> = takeLeft();
const listeners = new Set<() => void>();
/** Deletions that can still be undone. */
const pending = new Map<() => void, readonly string[]>();

function change(ids: readonly string[], isHidden: boolean): void {
  const next = new Set(hidden);
  for (const id of ids) isHidden ? next.add(id) : next.delete(id);
  hidden = next;
  for (const listener of listeners) listener();
}

/** Deletes when its toast goes, which has a way back; who leaves the page has not undone it. */
export function deleteLater({ ids, title, undoLabel, run }: Deletion): void {
  change(ids, true);
  const finish = (): void => {
    if (!pending.delete(finish)) return;
    run()
      .catch((error: unknown) => toasts.add({ title: errorMessage(error), color: 'error' }))
      .finally(() => change(ids, false));
  };
  const undo = (): void => {
    if (pending.delete(finish)) change(ids, false);
    toasts.remove(toastId);
  };
  pending.set(finish, ids);
  const toastId = toasts.add({ title, action: { label: undoLabel, onClick: undo }, onClose: finish });
}

window.addEventListener('pagehide', () => {
  if (pending.size === 0) return;
  sessionStorage.setItem(LEFT, JSON.stringify([...pending.values()].flat()));
  for (const finish of pending.keys()) finish();
});

/** Once: what could not be deleted is shown when the page is loaded again. */
function takeLeft(): Set<string> {
  const ids: unknown = JSON.parse(sessionStorage.getItem(LEFT) ?? '[]');
  sessionStorage.removeItem(LEFT);
  return new Set(Array.isArray(ids) ? ids.map(String) : []);
}

/** Of what a server still lists, what nobody has just deleted. */
export function useNotDeleted<Item extends { readonly uuid: string }>(items: readonly Item[]): Item[] {
  const gone = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
  return useMemo(() => items.filter(({ uuid }) => !gone.has(uuid)), [items, gone]);
}
