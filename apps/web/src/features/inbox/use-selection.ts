import type { ConversationId } from '@hanasu/contract/ids';
import { useCallback, useRef, useState } from 'react';
import { nothingSelected, type Selection, toggled } from './selection.ts';

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
