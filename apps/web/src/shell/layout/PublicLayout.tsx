import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { systemQuery } from '../shell.queries.ts';
import { Wordmark } from './Mark.tsx';
import { ColorChoice, LanguageChoice, PublicChoices } from './PublicChoices.tsx';
import classes from './PublicLayout.module.css';

/** In a narrow window the head has room for the language alone; the colours are chosen in the foot. */
const NARROW = '(max-width: 47.99em)';

/** Frame of the pages that need no sign-in, for whoever is not signed in. */
export function PublicLayout({ children }: { children?: ReactNode }) {
  const { t } = useWords();
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
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
          {isNarrow ? <LanguageChoice /> : <PublicChoices />}
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
        {children ?? <Outlet />}
      </main>
      <Footer>{isNarrow && <ColorChoice />}</Footer>
    </div>
  );
}

/** The texts and the contact of whoever runs the installation. */
function Footer({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  const contact = system?.operator.contact;
  return (
    <footer className={classes.footer}>
      <div className={classes.legal}>
        {system?.operator.name && <span>{system.operator.name}</span>}
        <a href={system?.termsUrl ?? '/Terms'}>{t('shell.legal.terms')}</a>
        <a href={system?.privacyUrl ?? '/Privacy'}>{t('shell.legal.privacy')}</a>
        {contact && (
          <a href={contact.includes('://') ? contact : `mailto:${contact}`}>{t('shell.legal.contact')}</a>
        )}
        {children}
      </div>
    </footer>
  );
}
