import { type ComponentType, useEffect, useState } from 'react';
import { log } from '../log.ts';
import type { ToastContent, ToastId, Toasts } from './toast.ts';

let shown: Toasts | null = null;
/** What was said before there was a place to show it, in order. */
let waiting: ((toasts: Toasts) => void)[] = [];
let fetchPlace = (): void => undefined;
let isFetchedAhead = false;

/** Fetches what shows toasts before the first of them, so that one can say that the connection is lost. */
export function fetchToasts(): void {
  isFetchedAhead = true;
  fetchPlace();
}

function whenThere(run: (toasts: Toasts) => void): void {
  if (shown) run(shown);
  else {
    waiting.push(run);
    fetchPlace();
  }
}

let lastId = 0;
/** The time in milliseconds; two in the same millisecond are told apart. */
function idFromTime(): number {
  lastId = Math.max(Date.now(), lastId + 1);
  return lastId;
}

/** Toasts that only say something and are not gone yet, by what they say. */
const saying = new Map<string, ToastId>();

/** Says it. What is said already is not said beside itself: that toast stays for its time once more. */
function say(content: ToastContent): ToastId {
  const words = JSON.stringify([content.title, content.description, content.color, content.stays]);
  const known = saying.get(words);
  const id = known ?? idFromTime();
  saying.set(words, id);
  const said = { ...content, onClose: () => saying.delete(words) };
  whenThere((there) => (known === undefined ? there.add(said, id) : there.update(id, said)));
  return id;
}

export const toasts = {
  /** Returns the toast's id, made from the time when none is given; a known id is updated. */
  add(content: ToastContent, given?: ToastId): ToastId {
    if (given === undefined && !content.action && !content.onClose) return say(content);
    const id = given ?? idFromTime();
    whenThere((there) => there.add(content, id));
    return id;
  },
  update: (id: ToastId, content: ToastContent) => whenThere((there) => there.update(id, content)),
  remove: (id: ToastId) => whenThere((there) => there.remove(id)),
  clear: () => whenThere((there) => there.clear()),
};

type Place = ComponentType<{ label: string; onThere: (toasts: Toasts) => void }>;

function onThere(there: Toasts): void {
  shown = there;
  const said = waiting;
  waiting = [];
  for (const run of said) run(there);
}

/** The place of toasts, fetched ahead or with the first of them; what could not be shown is shown by the next try. */
export function ToastRegion({ label }: { label: string }) {
  const [Place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    let isFetching = false;
    fetchPlace = () => {
      if (isFetching) return;
      isFetching = true;
      import('./ToastContainer.tsx')
        .then(({ ToastContainer }) => setPlace(() => ToastContainer))
        .catch((error: unknown) => {
          isFetching = false;
          log.error('Toasts could not be fetched:', error);
        });
    };
    if (isFetchedAhead || waiting.length > 0) fetchPlace();
    return () => {
      fetchPlace = () => undefined;
      shown = null;
      saying.clear();
    };
  }, []);
  return Place && <Place label={label} onThere={onThere} />;
}
