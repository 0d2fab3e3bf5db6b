import { Link, Outlet } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Drawing } from '../components/Drawing.tsx';
import classes from './LoginLayout.module.css';
import { Wordmark } from './Mark.tsx';
import { PublicChoices } from './PublicChoices.tsx';

const POINTS = ['documents', 'channels', 'handover'] as const;

/** Frame of the account pages: the form on the left; on paper beside it what Hanasu is. */
export function LoginLayout() {
  const { t, locale } = useWords();
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <div className={classes.top}>
          <Link to="/" aria-label={t('shell.product')} className={classes.brand}>
            <Wordmark height={30} />
          </Link>
        </div>
        <main className={classes.form}>
          <Outlet />
        </main>
        <footer className={classes.foot}>
          <PublicChoices />
        </footer>
      </div>
      <aside className={classes.pitch}>
        <Drawing name={locale === 'ja' ? 'scene' : 'scene-vi'} className={classes.scene} />
        <p className={`${classes.claim} display`}>{t('session.pitch.title')}</p>
        <ul className={classes.points}>
          {POINTS.map((point) => (
            <li key={point}>{t(`session.pitch.${point}`)}</li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
