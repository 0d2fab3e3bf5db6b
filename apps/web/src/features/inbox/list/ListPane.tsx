import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import { setHandling } from '@hanasu/contract/inbox';
import type { BulkAction } from '@hanasu/contract/inbox-work';
import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { API_ERROR_CODES, ApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { conversationCountsQuery } from '../../../shell/shell.queries.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { filtersOf, type InboxView, type Panel, PLAIN_VIEW, type Tab } from '../inbox-view.ts';
import { useBulk } from '../inbox-work.mutations.ts';
import type { Present } from '../realtime/presence.ts';
import { AssignMenu } from '../thread/AssignMenu.tsx';
import { SnoozeMenu } from '../thread/SnoozeMenu.tsx';
import { ConversationList, LoadingRows } from './ConversationList.tsx';
import classes from './List.module.css';
import { ListHead } from './ListHead.tsx';
import { NotifyPrompt } from './NotifyPrompt.tsx';
import { SearchResults } from './SearchResults.tsx';
import type { ConversationsList } from './use-conversations.ts';
import type { SelectionState } from './use-selection.ts';

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
      {selection.isOn && <BulkBar selected={selection.ids} onAll={selection.all} onEnd={selection.end} />}
      {query.isError && (
        <div className={classes.notice}>
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isPending && <LoadingRows />}
      {view.q && !query.isPending && (
        <SearchResults {...rows} q={view.q} message={message} isLoading={query.isPending} onHit={onHit} />
      )}
      {!view.q && query.isSuccess && conversations.length === 0 && (
        <NothingHere view={view} onAll={() => onView(PLAIN_VIEW)} />
      )}
      {!view.q && conversations.length > 0 && <ConversationList {...rows} from={from} onAbove={onAbove} />}
      <p className={classes.keys} aria-hidden>
        <kbd>J</kbd> <kbd>K</kbd> {t('inbox.keys.move')} · <kbd>W</kbd> {t('inbox.keys.waiting')} ·{' '}
        <kbd>R</kbd> {t('inbox.keys.reply')} · <kbd>?</kbd> {t('inboxList.menu.keys')}
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

/** The contract lets so many be changed at once. */
const AT_ONCE = 200;

interface BulkBarProps {
  selected: ReadonlySet<ConversationId>;
  onAll: () => void;
  onEnd: () => void;
}

/** What can be done with everything that is selected. */
function BulkBar({ selected, onAll, onEnd }: BulkBarProps) {
  const { t } = useWords();
  const { mutateAsync, isPending } = useBulk();
  const run = async (action: BulkAction) => {
    const { done, failed } = await mutateAsync({ uuids: [...selected].slice(0, AT_ONCE), action });
    const code = API_ERROR_CODES.find((known) => known === failed[0]?.code);
    toasts.add({
      title: done > 0 ? t('inboxList.bulk.done', { count: done }) : '',
      color: failed.length > 0 ? 'info' : 'success',
      ...(failed.length > 0
        ? {
            title: t('inboxList.bulk.failed', { count: failed.length }),
            description: code ? errorMessage(new ApiError({ code })) : '',
          }
        : {}),
    });
    onEnd();
  };
  // The toast of the shell tells what went wrong; the selection stays.
  const start = (action: BulkAction) => void run(action).catch(() => undefined);
  const none = selected.size === 0 || isPending;
  return (
    <section className={classes.bulk} aria-label={t('inboxList.bulk.label')}>
      <div className={classes.bulkTop}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          onClick={onEnd}
          aria-label={t('inboxList.bulk.none')}
        >
          <Icon name="x" />
        </ActionIcon>
        <strong aria-live="polite">{t('inboxList.bulk.count', { count: selected.size })}</strong>
        <Button size="compact-xs" variant="subtle" onClick={onAll}>
          {t('inboxList.bulk.all')}
        </Button>
      </div>
      <div className={classes.bulkActions}>
        <Button size="compact-sm" variant="default" disabled={none} onClick={() => start({ kind: 'take' })}>
          {t('inboxList.bulk.take')}
        </Button>
        <AssignMenu disabled={none} onAssign={(to) => start({ kind: 'assign', to })} />
        <SnoozeMenu
          disabled={none}
          snoozedUntil={null}
          onSnooze={(until) => start({ kind: 'snooze', until })}
        />
        <Button size="compact-sm" variant="default" disabled={none} onClick={() => start({ kind: 'close' })}>
          {t('inbox.actions.close')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={none}
          onClick={() => start({ kind: 'give-back' })}
        >
          {t('inbox.actions.giveBack')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={none} onClick={() => start({ kind: 'read' })}>
          {t('inboxList.bulk.read')}
        </Button>
      </div>
    </section>
  );
}
