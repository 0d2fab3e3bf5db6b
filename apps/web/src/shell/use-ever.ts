import { useState } from 'react';

/** True from the first time on, so that a dialog that is fetched when it is first opened can close as it opened. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever;
}
