import type { OutboxMail } from '@hanasu/contract/system';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from './Outbox.module.css';

export function MailList({ mails, chosen }: { mails: readonly OutboxMail[]; chosen: string | undefined }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <nav aria-label={t('accounts.outbox.list')}>
      <ul className={classes.list}>
        {mails.map((mail) => (
          <li key={mail.uuid}>
            <Link
              to="/dev/outbox"
              search={{ mail: mail.uuid }}
              className={classes.row}
              aria-current={mail.uuid === chosen ? 'true' : undefined}
            >
              <span className={classes.rowHead}>
                <span className={classes.to}>{mail.to}</span>
                <time dateTime={mail.createdAt}>{format.ago(mail.createdAt)}</time>
              </span>
              <span lang={mail.locale}>{mail.subject}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
