import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { usePageTitle } from '../../shell/layout/use-page-title.ts';
import classes from './Landing.module.css';

const BLOCKS = [
  ['documents', 'file-text'],
  ['channels', 'messages-square'],
  ['staff', 'user-check'],
  ['yours', 'shield-check'],
] as const;

/** The home page of whoever is not signed in: what Hanasu is, and the way in. */
export function LandingPage({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const lead = t('home.landing.lead');
  usePageTitle(undefined);
  useDescription(lead);
  return (
    <div className={classes.page}>
      <section className={classes.hero}>
        <h1 className={classes.claim}>{t('home.landing.claim')}</h1>
        <p className={classes.lead}>{lead}</p>
        <div className={classes.actions}>
          <Button size="md" renderRoot={(props) => <Link to="/Register" {...props} />}>
            {t('session.register')}
          </Button>
          <Button size="md" variant="default" renderRoot={(props) => <Link to="/Login" {...props} />}>
            {t('session.signIn')}
          </Button>
        </div>
        <p className={classes.hint}>{t('session.registerPurpose')}</p>
      </section>
      <section className={classes.blocks} aria-label={t('home.landing.what')}>
        {BLOCKS.map(([block, icon]) => (
          <article key={block} className={classes.block}>
            <span className={classes.icon}>
              <Icon name={icon} size={20} />
            </span>
            <h2>{t(`home.landing.${block}.title`)}</h2>
            <p>{t(`home.landing.${block}.text`)}</p>
          </article>
        ))}
      </section>
      {children}
    </div>
  );
}

/** What search engines show under the page's title. */
function useDescription(description: string): void {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [description]);
}
