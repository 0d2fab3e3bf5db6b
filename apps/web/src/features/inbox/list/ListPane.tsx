import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { setHandling } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { conversationCountsQuery } from '../../../shell/shell.queries.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { filtersOf, type InboxView, type Panel, PLAIN_VIEW, type Tab } from '../inbox-view.ts';
import type { Present } from '../realtime/presence.ts';
import { ConversationList, LoadingRows, Searching } from './ConversationList.tsx';
import classes from './List.module.css';
import { ListHead } from './ListHead.tsx';
import { NotifyPrompt } from './NotifyPrompt.tsx';
import type { ConversationsList } from './use-conversations.ts';
import type { SelectionState } from './use-selection.ts';

/** What one asks for, after the list stands. */
const BulkBar = lazy(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }));
const SearchResults = lazy(async () => ({ default: (await import('./SearchResults.tsx')).SearchResults }));

interface ListPaneProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
  onPanel: (panel: Panel) => void;
  list: ConversationsList;
  selection: SelectionState;
  open: ConversationId | null;
  message: MessageId | null;
  typing: ReadonlySet<string>;
  colleagues: readonly Present[];
  hrefOf: (uuid: ConversationId) => string;
  onOpen: (uuid: ConversationId) => void;
  onHit: (conversation: ConversationId, message: MessageId) => void;
}

export function ListPane({
  view,
  onView,
  onPanel,
  list,
  selection,
  message,
  onHit,
  ...others
}: ListPaneProps) {
  const { t } = useWords();
  const { query, conversations, from, onMore, onAbove } = list;
  const may = usePermission(setHandling);
  const rows = {
    ...others,
    conversations,
    onMore,
    selected: selection.ids,
    isSelecting: selection.isOn,
    onSelect: selection.toggle,
  };
  return (
    <div className={classes.listPane}>
      <ListHead view={view} onView={onView} onPanel={onPanel} onSelect={may ? selection.begin : undefined} />
      {!selection.isOn && conversations.length > 0 && <NotifyPrompt />}
      <Suspense>
        {selection.isOn && <BulkBar selected={selection.ids} onAll={selection.all} onEnd={selection.end} />}
      </Suspense>
      {query.isError && (
        <div className={classes.notice}>
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isPending && view.q && <Searching />}
      {query.isPending && <LoadingRows />}
      {view.q && !query.isPending && (
        <Suspense fallback={<LoadingRows />}>
          <SearchResults {...rows} q={view.q} message={message} isLoading={query.isPending} onHit={onHit} />
        </Suspense>
      )}
      {!view.q && query.isSuccess && conversations.length === 0 && (
        <NothingHere view={view} onAll={() => onView(PLAIN_VIEW)} />
      )}
      {!view.q && conversations.length > 0 && <ConversationList {...rows} from={from} onAbove={onAbove} />}
      <p className={classes.keys} aria-hidden>
        <span>
          <kbd>?</kbd> {t('inboxList.menu.keys')}
        </span>
        <span>
          <kbd>J</kbd> <kbd>K</kbd> {t('inbox.keys.move')}
        </span>
        <span>
          <kbd>W</kbd> {t('inbox.keys.waiting')}
        </span>
        <span>
          <kbd>R</kbd> {t('inbox.keys.reply')}
        </span>
      </p>
    </div>
  );
}

const TAB_ICONS = {
  mine: 'user-check',
  waiting: 'check-circle-2',
  bot: 'bot',
  all: 'inbox',
  closed: 'check',
  snoozed: 'moon',
} as const satisfies Record<Tab, IconName>;

function NothingHere({ view, onAll }: { view: InboxView; onAll: () => void }) {
  const { t } = useWords();
  const { tab } = view;
  const { data: counts } = useQuery(conversationCountsQuery);
  const isNarrowed = filtersOf(view) > 0;
  if (tab === 'all' && !isNarrowed && counts && counts.closed > 0) {
    return (
      <EmptyState
        drawing="inbox-zero"
        title={t('inboxList.empty.allDone')}
        text={t('inboxList.empty.allDoneText', { count: counts.closed })}
      />
    );
  }
  if (tab === 'all' && !isNarrowed) {
    return (
      <EmptyState
        drawing="inbox-zero"
        title={t('inbox.empty')}
        text={t('inbox.emptyText')}
        action={
          <Button renderRoot={(props) => <Link to="/Channel" {...props} />}>{t('inbox.toChannels')}</Button>
        }
      />
    );
  }
  const title = tab === 'snoozed' ? t('inboxList.emptySnoozed') : t(`inbox.emptyTabs.${tab}`);
  return (
    <EmptyState
      {...(tab === 'waiting' && !isNarrowed
        ? { drawing: 'inbox-zero' }
        : { icon: isNarrowed ? 'search-x' : TAB_ICONS[tab] })}
      title={isNarrowed ? t('inboxList.empty.filtered') : title}
      {...(isNarrowed || tab === 'all' ? {} : { text: t(`inboxList.empty.${tab}`) })}
      action={
        <Button variant="default" onClick={onAll}>
          {t('inbox.showAll')}
        </Button>
      }
    />
  );
}
