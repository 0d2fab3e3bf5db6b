import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import type { InboxView } from '../inbox-view.ts';
import { ConversationList, LoadingRows } from './ConversationList.tsx';
import classes from './List.module.css';
import { ListHead } from './ListHead.tsx';

interface ListPaneProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
  query: UseInfiniteQueryResult;
  conversations: readonly ConversationView[];
  open: ConversationId | null;
  typing: ReadonlySet<string>;
  hrefOf: (uuid: ConversationId) => string;
  onOpen: (uuid: ConversationId) => void;
}

export function ListPane({ view, onView, query, conversations, ...others }: ListPaneProps) {
  const { t } = useWords();
  return (
    <div className={classes.listPane}>
      <ListHead view={view} onView={onView} />
      {query.isError && (
        <div className={classes.notice}>
          <FaultNotice error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isPending && <LoadingRows />}
      {query.isSuccess && conversations.length === 0 && (
        <NothingHere view={view} onAll={() => onView({ tab: 'all', q: undefined, channel: undefined })} />
      )}
      {conversations.length > 0 && (
        <ConversationList
          conversations={conversations}
          onMore={
            query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined
          }
          {...others}
        />
      )}
      <p className={classes.keys} aria-hidden>
        <kbd>J</kbd> <kbd>K</kbd> {t('inbox.keys.move')} · <kbd>R</kbd> {t('inbox.keys.reply')}
      </p>
    </div>
  );
}

function NothingHere({ view, onAll }: { view: InboxView; onAll: () => void }) {
  const { t } = useWords();
  if (view.q) return <EmptyState icon="search-x" title={t('shell.nothingFound', { query: view.q })} />;
  if (view.tab !== 'all' || view.channel) {
    return (
      <EmptyState
        icon={view.tab === 'waiting' ? 'check-circle-2' : 'inbox'}
        title={t(`inbox.emptyTabs.${view.tab}`)}
        action={
          <Button variant="default" onClick={onAll}>
            {t('inbox.showAll')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="inbox"
      title={t('inbox.empty')}
      text={t('inbox.emptyText')}
      action={
        <Button renderRoot={(props) => <Link to="/Channel" {...props} />}>{t('inbox.toChannels')}</Button>
      }
    />
  );
}
