import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { tabCountsQuery } from '../inbox.queries.ts';
import { TABS, type Tab } from '../inbox-view.ts';
import classes from './List.module.css';

/** Which conversations are shown, with how many there are of each kind. */
export function Tabs({ tab: shown, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: counts } = useQuery(tabCountsQuery);
  return (
    <nav className={classes.tabs} aria-label={t('inbox.tabsLabel')}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          className={classes.tab}
          aria-current={shown === tab ? 'page' : undefined}
          data-urgent={(tab === 'waiting' && (counts?.waiting ?? 0) > 0) || undefined}
          onClick={() => onTab(tab)}
        >
          {tab === 'snoozed' ? t('inboxWork.tabs.snoozed') : t(`inbox.tabs.${tab}`)}
          {counts && counts[tab] > 0 && (
            <span className={classes.tabCount}>{format.compact(counts[tab])}</span>
          )}
        </button>
      ))}
    </nav>
  );
}
