import { lazy, Suspense, useEffect, useState } from 'react';
import { log } from '../log.ts';

const loadPalette = () => import('./CommandPalette.tsx');
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const KeyboardHelp = lazy(async () => ({ default: (await import('./KeyboardHelp.tsx')).KeyboardHelp }));

/** Late enough not to compete with the page, early enough that the first letters typed are not lost. */
const FETCH_AHEAD_MS = 3000;

interface Dialog {
  opened: boolean;
  onClose: () => void;
}

/** The palette and the help, fetched when they are first wanted. */
export function ShellDialogs({
  palette,
  help,
  onHelp,
}: {
  palette: Dialog;
  help: Dialog;
  onHelp: () => void;
}) {
  const isPaletteThere = useEver(palette.opened);
  const isHelpThere = useEver(help.opened);
  useEffect(() => {
    const timer = setTimeout(() => {
      loadPalette().catch((error: unknown) => log('The palette could not be fetched ahead:', error));
    }, FETCH_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense fallback={null}>
      {isPaletteThere && <CommandPalette {...palette} onHelp={onHelp} />}
      {isHelpThere && <KeyboardHelp {...help} />}
    </Suspense>
  );
}

/** True from the first time on, so that a dialog can close as it opened. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever;
}
