import type { WebsiteView } from '@hanasu/contract/websites';
import { Progress } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { shortAddress } from '../short-address.ts';
import { isRunning } from '../websites.queries.ts';
import classes from './Websites.module.css';

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
