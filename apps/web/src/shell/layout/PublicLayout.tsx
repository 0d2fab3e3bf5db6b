import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Wordmark } from './Mark.tsx';
import { PublicChoices } from './PublicChoices.tsx';
import classes from './PublicLayout.module.css';

/** Frame of the pages that need no sign-in, for whoever is not signed in. */
export function PublicLayout() {
  const { t } = useWords();
  return (
    <div className={classes.layout}>
      <a href="#content" className="skip-link">
        {t('shell.skipToContent')}
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.brand} aria-label={t('shell.product')}>
          <Wordmark height={30} />
        </Link>
        <div className={classes.tools}>
          <PublicChoices />
          <Button
            variant="default"
            size="xs"
            className={classes.signIn ?? ''}
            renderRoot={(props) => <Link to="/Login" {...props} />}
          >
            {t('session.signIn')}
          </Button>
        </div>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
