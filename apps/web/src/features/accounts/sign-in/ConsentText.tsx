import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { systemQuery } from '../../../shell/shell.queries.ts';

/** What is agreed to opens beside the form, which keeps what was typed. */
export function ConsentText({ before, after }: { before: string; after: string }) {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  const link = (href: string, words: string) => (
    <a href={href} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
  return (
    <>
      {before}
      {link(system?.termsUrl ?? '/Terms', t('accounts.consent.terms'))}
      {t('accounts.consent.and')}
      {link(system?.privacyUrl ?? '/Privacy', t('accounts.consent.privacy'))}
      {after}
    </>
  );
}
