import { Outlet } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import { ColorModeMenu } from './ColorModeMenu.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import classes from './LoginLayout.module.css';

const POINTS = [
  ['documents', 'file-text'],
  ['channels', 'messages-square'],
  ['handover', 'user-check'],
] as const;

/** Frame of the account pages: what Hanasu is on the left, the form on the right. */
export function LoginLayout() {
  const { t } = useWords();
  return (
    <div className={classes.layout}>
      <aside className={classes.pitch}>
        <div className={classes.brand}>
          <img src="/logo.svg" width={32} height={32} alt="" />
          {t('shell.product')}
        </div>
        <div>
          <p className={classes.claim}>{t('session.pitch.title')}</p>
          <ul className={classes.points}>
            {POINTS.map(([point, icon]) => (
              <li key={point}>
                <Icon name={icon} size={18} />
                {t(`session.pitch.${point}`)}
              </li>
            ))}
          </ul>
        </div>
        <span />
      </aside>
      <div className={classes.side}>
        <div className={classes.tools}>
          <LanguageMenu />
          <ColorModeMenu />
        </div>
        <main className={classes.form}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
