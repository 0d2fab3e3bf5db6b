import { useEffect, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './AppLayout.module.css';

/** A line that is back before that was not worth a word. */
const LOST_MS = 10_000;

/** Says, over the page, that the connection has been lost for a while. Moves nothing and takes no clicks. */
export function LostConnection({ isConnected }: { isConnected: boolean }) {
  const { t } = useWords();
  const isLost = useLasting(!isConnected, LOST_MS);
  if (!isLost) return null;
  return (
    <div className={classes.offline} role="status">
      <Icon name="wifi-off" /> {t('shell.offline')}
    </div>
  );
}

/** True once it has been so for that long without a break. */
function useLasting(is: boolean, milliseconds: number): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setHas(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setHas(false);
    };
  }, [is, milliseconds]);
  return is && has;
}
