import { listOutbox, type OutboxMail } from '@hanasu/contract/system';
import { Button, Skeleton, Tabs, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { NotFoundPage } from '../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { BackLink } from '../../shell/layout/BackLink.tsx';
import { ColorModeMenu } from '../../shell/layout/ColorModeMenu.tsx';
import { LanguageMenu } from '../../shell/layout/LanguageMenu.tsx';
import { usePageTitle } from '../../shell/layout/use-page-title.ts';
import { systemQuery } from '../../shell/shell.queries.ts';
import classes from './Outbox.module.css';

/** What would have been sent, on installations without a mail server. */
export function OutboxPage() {
  const outbox = useOutbox();
  const system = useQuery(systemQuery);
  const keepsMail = system.data?.sandboxed.some(({ part }) => part === 'mail') ?? true;
  if (!keepsMail) return <NotFoundPage />;
  return <Outbox outbox={outbox} />;
}

function Outbox({ outbox }: { outbox: ReturnType<typeof useOutbox> }) {
  const { t } = useWords();
  usePageTitle(t('outbox.title'));
  const isClosed = isApiError(outbox.error, 'not_found');
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/" className={classes.brand}>
          <img src="/logo.svg" width={28} height={28} alt="" />
          {t('shell.product')}
        </Link>
        <div className={classes.tools}>
          <LanguageMenu />
          <ColorModeMenu />
        </div>
      </header>
      <main>
        <div className={classes.head}>
          <div>
            <Title order={1} size="h3">
              {t('outbox.title')}
            </Title>
            <Text c="dimmed">{t('outbox.purpose')}</Text>
          </div>
          <Button
            variant="default"
            style={{ flexShrink: 0 }}
            leftSection={<Icon name="refresh-cw" />}
            onClick={() => void outbox.refetch()}
          >
            {t('outbox.refresh')}
          </Button>
        </div>
        {outbox.isPending && <Skeleton height={420} radius="lg" aria-hidden />}
        {isClosed && <EmptyState icon="lock" title={t('outbox.closed')} text={t('outbox.closedHelp')} />}
        {outbox.error && !isClosed && (
          <ErrorNotice error={outbox.error} onRetry={() => void outbox.refetch()} />
        )}
        {outbox.data && <Mails mails={outbox.data} />}
      </main>
    </div>
  );
}

/** The code of the printed link leaves the address at once; from its first answer on the browser has a cookie. */
function useOutbox() {
  const navigate = useNavigate();
  const [code] = useState(() => new URLSearchParams(location.search).get('code'));
  useEffect(() => {
    if (code !== null) void navigate({ to: '/dev/outbox', search: {}, replace: true });
  }, [code, navigate]);
  return useQuery(outboxQuery(code));
}

function Mails({ mails }: { mails: NonNullable<ReturnType<typeof useOutbox>['data']> }) {
  const { t } = useWords();
  const { mail: asked } = useSearch({ from: '/dev/outbox' });
  const chosen = mails.find(({ uuid }) => uuid === asked) ?? mails[0];
  if (!chosen) {
    return <EmptyState icon="inbox" title={t('outbox.empty')} text={t('outbox.emptyHelp')} />;
  }
  return (
    <>
      {asked && (
        <div className={classes.back}>
          <BackLink to="/dev/outbox">{t('outbox.back')}</BackLink>
        </div>
      )}
      <div className={classes.panes} data-reading={asked ? true : undefined}>
        <MailList mails={mails} chosen={chosen.uuid} />
        <MailReader mail={chosen} />
      </div>
    </>
  );
}

function MailList({ mails, chosen }: { mails: readonly OutboxMail[]; chosen: string | undefined }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <nav aria-label={t('outbox.list')}>
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

/** Links of a mail open in this tab; scripts do not run, and nothing of ours can be reached. */
const inFrame = (html: string): string => {
  const base = '<base target="_top">';
  return /<head\b[^>]*>/i.test(html) ? html.replace(/<head\b[^>]*>/i, (head) => head + base) : base + html;
};

function MailReader({ mail }: { mail: OutboxMail }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <article className={classes.reader}>
      <h2 className={classes.subject} lang={mail.locale}>
        {mail.subject}
      </h2>
      <Text c="dimmed" size="sm">
        {t('outbox.to', { address: mail.to })} · {format.dateTime(mail.createdAt)}
      </Text>
      <Tabs defaultValue="html" mt="sm" className={classes.forms}>
        <Tabs.List>
          <Tabs.Tab value="html">{t('outbox.html')}</Tabs.Tab>
          <Tabs.Tab value="text">{t('outbox.text')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <iframe
            key={mail.uuid}
            className={classes.frame}
            title={t('outbox.content')}
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

const LOOK_MS = 5000;

/** Newest first, as the server gives them; new ones appear by themselves. */
const outboxQuery = (code: string | null) =>
  queryOptions({
    queryKey: ['outbox'],
    queryFn: async ({ signal }) => (await call(listOutbox, { query: code ? { code } : {}, signal })).items,
    refetchInterval: LOOK_MS,
  });
