import type { ConversationId } from '@hanasu/contract/ids';
import { useCallback, useRef, useState } from 'react';

/** Which conversations are selected. `isOn` without any: a person is about to choose. */
export function useSelection(order: readonly ConversationId[]) {
  const [selection, setSelection] = useState<Selection<ConversationId>>(nothingSelected);
  const [isBegun, setBegun] = useState(false);
  const shown = useRef(order);
  shown.current = order;
  // Rows are drawn anew only when something of theirs changes, so what they call stays the same.
  const toggle = useCallback(
    (uuid: ConversationId, range: boolean) =>
      setSelection((before) => toggled(before, uuid, shown.current, range)),
    [],
  );
  const begin = useCallback(() => setBegun(true), []);
  return {
    ids: selection.ids,
    isOn: isBegun || selection.ids.size > 0,
    toggle,
    begin,
    all: () => setSelection({ ids: new Set(shown.current), anchor: null }),
    end: () => {
      setBegun(false);
      setSelection(nothingSelected());
    },
  };
}
export type SelectionState = ReturnType<typeof useSelection>;

interface Selection<Id extends string> {
  readonly ids: ReadonlySet<Id>;
  /** The row that was chosen last: a range with Shift begins there. */
  readonly anchor: Id | null;
}

export const nothingSelected = <Id extends string>(): Selection<Id> => ({ ids: new Set(), anchor: null });

/** One row on or off; with `range` everything between it and the row that was chosen before becomes as it. */
export function toggled<Id extends string>(
  selection: Selection<Id>,
  id: Id,
  order: readonly Id[],
  range = false,
): Selection<Id> {
  const ids = new Set(selection.ids);
  const on = !ids.has(id);
  for (const each of range ? between(selection.anchor, id, order) : [id]) {
    if (on) ids.add(each);
    else ids.delete(each);
  }
  return { ids, anchor: id };
}

function between<Id extends string>(from: Id | null, to: Id, order: readonly Id[]): readonly Id[] {
  const start = from === null ? -1 : order.indexOf(from);
  const end = order.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
