import type { MediaView } from '@hanasu/contract/media';
import { useCallback, useMemo, useState } from 'react';

export interface MediaMap {
  /** Pictures that this page can show, by id. */
  readonly known: ReadonlyMap<string, MediaView>;
  /** Adds one that was uploaded or chosen here. */
  readonly add: (media: MediaView) => void;
}

/** Pictures of the post with those that were added since it was loaded. */
export function useMediaMap(given: readonly MediaView[]): MediaMap {
  const [added, setAdded] = useState<readonly MediaView[]>([]);
  const add = useCallback((media: MediaView) => setAdded((old) => [...old, media]), []);
  const known = useMemo(
    // Addresses of the server are the newer ones.
    () => new Map([...added, ...given].map((media) => [media.uuid as string, media])),
    [added, given],
  );
  return { known, add };
}
