import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** Where an item would stand if it were let go at this height; counted without itself. */
function placeAt(list: HTMLElement | null, id: string, y: number): number {
  const rows = [...(list?.querySelectorAll<HTMLElement>(':scope > [data-item]') ?? [])].filter(
    (row) => row.dataset.item !== id,
  );
  const index = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return index < 0 ? rows.length : index;
}

/**
 * Items of a list, moved by their handles with mouse, pen, finger or the arrow keys. Rows carry `rowOf(id)`, handles
 * `handleOf(id)`.
 */
export function useReorder(ids: readonly string[], onMove: (id: string, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<string | null>(null);
  const [drag, setDrag] = useState<{ id: string; to: number } | null>(null);
  const order = ids.join(' ');
  // A handle that was moved with its row loses the focus.
  useEffect(() => {
    if (toFocus.current === null || order === '') return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${toFocus.current}"]`)?.focus();
    toFocus.current = null;
  }, [order]);
  const move = (id: string, to: number) => {
    if (to < 0 || to >= ids.length || ids[to] === id) return;
    toFocus.current = id;
    onMove(id, to);
  };
  return {
    list,
    move,
    rowOf: (id: string, index: number) => ({
      'data-item': id,
      'data-dragged': drag?.id === id || undefined,
      'data-drop':
        drag && drag.id !== id && drag.to === index
          ? ids.indexOf(drag.id) < drag.to
            ? ('after' as const)
            : ('before' as const)
          : undefined,
    }),
    handleOf: (id: string) => ({
      'data-handle': id,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, to: ids.indexOf(id) });
      },
      onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
        if (drag) setDrag({ id, to: placeAt(list.current, id, clientY) });
      },
      onPointerUp() {
        if (drag) move(id, drag.to);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
      onKeyDown(event: KeyboardEvent) {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
        if (event.key === 'Escape') setDrag(null);
        if (by === null) return;
        event.preventDefault();
        move(id, ids.indexOf(id) + by);
      },
    }),
  };
}
