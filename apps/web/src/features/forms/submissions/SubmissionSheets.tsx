import type { SubmissionView } from '@hanasu/contract/form-submissions';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { StatePill, SubmissionAnswers } from './SubmissionAnswers.tsx';
import classes from './Submissions.module.css';

/** One submission a page. */
export function SubmissionSheets({ items }: { items: readonly SubmissionView[] }) {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useFriendName();
  return items.map((submission) => {
    const { uuid, form, customer, channel, createdAt, source, state, note } = submission;
    const from = [format.dateTime(createdAt), t(`submissions.sources.${source}`), channel?.name];
    return (
      <article key={uuid} className={classes.sheet}>
        <h1>{form.name}</h1>
        <p>
          <strong>{nameOf(customer?.name ?? '') || t('submissions.nobody')}</strong>{' '}
          <StatePill state={state} />
        </p>
        <p className={classes.sub}>{from.filter(Boolean).join(' · ')}</p>
        <SubmissionAnswers submission={submission} isPrinted />
        {note && (
          <p className={classes.printedNote}>
            <strong>{t('submissions.note')}</strong>
            <br />
            {note}
          </p>
        )}
        <p className={classes.sub}>
          {t('submissions.printed', { date: format.dateTime(new Date().toISOString()) })}
        </p>
      </article>
    );
  });
}
