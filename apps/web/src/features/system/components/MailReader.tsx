import type { OutboxMail } from '@hanasu/contract/system';
import { Tabs, Text } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from './Outbox.module.css';

/** Links of a mail open in this tab; scripts do not run, and nothing of ours can be reached. */
const inFrame = (html: string): string => {
  const base = '<base target="_top">';
  return /<head\b[^>]*>/i.test(html) ? html.replace(/<head\b[^>]*>/i, (head) => head + base) : base + html;
};

export function MailReader({ mail }: { mail: OutboxMail }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <article className={classes.reader}>
      <h2 className={classes.subject} lang={mail.locale}>
        {mail.subject}
      </h2>
      <Text c="dimmed" size="sm">
        {t('accounts.outbox.to', { address: mail.to })} · {format.dateTime(mail.createdAt)}
      </Text>
      <Tabs defaultValue="html" mt="sm" className={classes.forms}>
        <Tabs.List>
          <Tabs.Tab value="html">{t('accounts.outbox.html')}</Tabs.Tab>
          <Tabs.Tab value="text">{t('accounts.outbox.text')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <iframe
            key={mail.uuid}
            className={classes.frame}
            title={t('accounts.outbox.content')}
            sandbox="allow-top-navigation-by-user-activation"
            srcDoc={inFrame(mail.html)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <pre className={classes.text} lang={mail.locale}>
            {mail.text}
          </pre>
        </Tabs.Panel>
      </Tabs>
    </article>
  );
}
