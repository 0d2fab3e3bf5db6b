import { WEBSITE_PAGE_STATES, type WebsitePageView, type WebsiteView } from '@hanasu/contract/websites';
import { Progress, Select, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { pathOf, shortAddress } from './short-address.ts';
import classes from './Websites.module.css';
import { isRunning, type PagesInput, websitePagesQuery } from './websites.queries.ts';

const ALL = '-';

/** What became of each address of a site. */
export function WebsitePages({ website }: { website: WebsiteView }) {
  const { t } = useWords();
  const [{ page, state }, setFilter] = useState<Omit<PagesInput, 'q'>>({ page: 1, state: null });
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const pages = useQuery(websitePagesQuery(website.uuid, { page, q, state }));
  const { items = [], total = 0, pageSize = 20 } = pages.data ?? {};
  const label = t('websites.pagesOf', { site: shortAddress(website.url) });
  const states = WEBSITE_PAGE_STATES.map((value) => ({ value, label: t(`websites.states.${value}`) }));
  return (
    <section className={classes.pages} aria-label={label}>
      <div className={classes.filters}>
        <TextInput
          leftSection={<Icon name="search" />}
          placeholder={t('websites.searchPages')}
          aria-label={t('websites.searchPages')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFilter({ page: 1, state });
          }}
        />
        <Select
          aria-label={t('websites.stateFilter')}
          data={[{ value: ALL, label: t('websites.allStates') }, ...states]}
          allowDeselect={false}
          value={state ?? ALL}
          onChange={(value) =>
            setFilter({ page: 1, state: WEBSITE_PAGE_STATES.find((name) => name === value) ?? null })
          }
        />
      </div>
      {pages.isError && <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Skeleton height={120} radius="lg" aria-hidden />}
      {pages.data && items.length === 0 && <p className={classes.sub}>{t('websites.noPages')}</p>}
      {items.length > 0 && (
        <DataTable label={label}>
          <thead>
            <tr>
              <th scope="col">{t('websites.columns.page')}</th>
              <th scope="col">{t('websites.columns.state')}</th>
              <th scope="col" data-minor>
                {t('websites.columns.checked')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <PageRow key={item.url} page={item} website={website} />
            ))}
          </tbody>
        </DataTable>
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        label={label}
        onPage={(next) => setFilter({ page: next, state })}
      />
    </section>
  );
}

function PageRow({ page, website }: { page: WebsitePageView; website: WebsiteView }) {
  const { t } = useWords();
  const format = useFormat();
  const path = pathOf(page.url);
  return (
    <tr>
      <td className={classes.path}>
        <a
          href={page.url}
          target="_blank"
          rel="noopener noreferrer"
          className={cellClasses.main}
          aria-label={t('websites.openPage', { page: path })}
        >
          {path}
        </a>
        {page.documentUuid && (
          <Link
            to="/Knowledge/$id/documents/$documentId"
            params={{ id: website.knowledgeUuid, documentId: page.documentUuid }}
            className={cellClasses.sub}
          >
            {t('websites.openDocument')}
          </Link>
        )}
      </td>
      <td>
        {t(`websites.states.${page.state}`)}
        {page.failure && <span className={classes.why}>{t(`websites.failures.${page.failure}`)}</span>}
      </td>
      <td data-minor>{page.checkedAt ? format.ago(page.checkedAt) : '–'}</td>
    </tr>
  );
}

const ICONS: Record<WebsiteView['status'], IconName> = {
  queued: 'clock',
  crawling: 'loader',
  done: 'check-circle-2',
  stopped: 'square',
  failed: 'triangle-alert',
};
const COUNTS = ['new', 'changed', 'unchanged', 'skipped', 'failed', 'gone'] as const;

/** Where a crawl stands, by word and shape; a failure says why, what was kept and what to do. */
export function WebsiteState({ website }: { website: WebsiteView }) {
  const { t } = useWords();
  const format = useFormat();
  const { status, failure, known, done, counts, finishedAt, nextCrawlAt } = website;
  const running = isRunning(website);
  const shown = COUNTS.filter((name) => counts[name] > 0);
  return (
    <div className={classes.state}>
      <div className={classes.facts}>
        <span className={classes.status} data-status={status}>
          <Icon name={ICONS[status]} /> {t(`websites.statuses.${status}`)}
        </span>
        {(running || status === 'stopped') && known > 0 && (
          <span>{t('websites.progress', { done: format.number(done), known: format.number(known) })}</span>
        )}
        {shown.length > 0 && (
          <span>
            {shown
              .map((name) => t(`websites.counts.${name}`, { number: format.number(counts[name]) }))
              .join(' · ')}
          </span>
        )}
        {!running && finishedAt && (
          <span title={format.dateTime(finishedAt)}>
            {t('websites.lastCrawl', { time: format.ago(finishedAt) })}
          </span>
        )}
        {nextCrawlAt && <span>{t('websites.nextCrawl', { time: format.dateTime(nextCrawlAt) })}</span>}
      </div>
      {running && (
        <Progress
          value={known > 0 ? (done / known) * 100 : 0}
          size={4}
          aria-label={t('websites.progressOf', { site: shortAddress(website.url) })}
          transitionDuration={150}
        />
      )}
      {status === 'failed' && (
        <p className={classes.reason} role="status">
          {t(`websites.failures.${failure ?? 'internal'}`)} {t('websites.kept')}
        </p>
      )}
    </div>
  );
}
