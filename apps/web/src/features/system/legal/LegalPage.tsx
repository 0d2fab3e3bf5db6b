import { TERMS_VERSION } from '@hanasu/contract/terms';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { systemQuery } from '../../../shell/shell.queries.ts';
import classes from './Legal.module.css';

const SECTIONS = {
  terms: ['service', 'account', 'content', 'answers', 'conduct', 'payment', 'end', 'liability', 'change'],
  privacy: ['controller', 'kept', 'why', 'shared', 'place', 'duration', 'rights', 'customers', 'cookies'],
} as const;

/** A first text for whoever runs the installation, with their settings in it; one of their own takes its place. */
export function LegalPage({ text }: { text: keyof typeof SECTIONS }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: system } = useQuery(systemQuery);
  usePageTitle(t(`legal.${text}.title`));
  const own = text === 'terms' ? system?.termsUrl : system?.privacyUrl;
  const { name, address, contact, dataLocation } = system?.operator ?? {};
  const facts = {
    operator: name ?? t('legal.theOperator'),
    place: dataLocation ?? t('legal.thePlace'),
  };
  return (
    <article className={classes.page}>
      <h1 className={`${classes.title} display`}>{t(`legal.${text}.title`)}</h1>
      <p className={classes.version}>{t('legal.version', { date: format.date(TERMS_VERSION) })}</p>
      {own && (
        <p>
          <a href={own}>{t('legal.own')}</a>
        </p>
      )}
      {!own && (
        <>
          <p className={classes.note}>{t('legal.template')}</p>
          {SECTIONS[text].map((section) => (
            <section key={section}>
              <h2>{t(`legal.${text}.${section}.title` as 'legal.terms.service.title')}</h2>
              <p>{t(`legal.${text}.${section}.text` as 'legal.terms.service.text', facts)}</p>
            </section>
          ))}
          <section>
            <h2>{t('legal.contact')}</h2>
            <address className={classes.contact}>
              {[name ?? t('legal.theOperator'), address].filter(Boolean).map((line) => (
                <span key={line}>{line}</span>
              ))}
              {contact && <a href={contact.includes('://') ? contact : `mailto:${contact}`}>{contact}</a>}
            </address>
          </section>
        </>
      )}
    </article>
  );
}
