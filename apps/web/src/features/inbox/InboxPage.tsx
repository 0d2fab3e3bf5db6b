import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { loadWords } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { SHORTCUTS } from '../../shell/layout/shortcuts.ts';
import { usePageTitle } from '../../shell/layout/use-page-title.ts';
import { log } from '../../shell/log.ts';
import { useRowsMark } from '../../shell/mark-rows.ts';
import classes from './Inbox.module.css';
import { useMarkRead } from './inbox.mutations.ts';
import { conversationQuery, filterOf, messagesQuery } from './inbox.queries.ts';
import type { InboxView, Panel } from './inbox-view.ts';
import { ListPane } from './list/ListPane.tsx';
import { useConversations } from './list/use-conversations.ts';
import { useSelection } from './list/use-selection.ts';
import type { Present } from './realtime/presence.ts';
import { useInboxUpdates } from './realtime/use-inbox-updates.ts';
import { useColleagues } from './realtime/use-presence.ts';
import { LoadingThread } from './thread/LoadingThread.tsx';
import type { UnreadAtOpening } from './thread/thread-items.ts';
import { useDone } from './use-done.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

/** What the rows do without is fetched beside them: it is there before anybody has read the first one. */
const loadOpenConversation = () => import('./thread/OpenConversation.tsx');
const OpenConversation = lazy(async () => ({ default: (await loadOpenConversation()).OpenConversation }));
const CannedPanel = lazy(async () => {
  const [{ CannedPanel: Loaded }] = await Promise.all([
    import('./canned/CannedPanel.tsx'),
    loadWords('message'),
  ]);
  return { default: Loaded };
});
const ReportPanel = lazy(async () => ({ default: (await import('./report/ReportPanel.tsx')).ReportPanel }));

interface InboxPageProps {
  view: InboxView;
  open: ConversationId | null;
  message: MessageId | null;
  panel: Panel | null;
  onView: (change: Partial<InboxView>) => void;
  /** `message`: the one that a search led to. */
  onOpen: (uuid: ConversationId | null, message?: MessageId) => void;
  onPanel: (panel: Panel | null) => void;
  hrefOf: (uuid: ConversationId) => string;
}

/** What is called stays the same, so that rows are not drawn anew for it. */
function useSame<Given extends unknown[]>(run: (...given: Given) => void): (...given: Given) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}

/** List, thread and customer. Which thread is open stands in the address. */
export function InboxPage({ view, open, message, panel, onView, onOpen, onPanel, hrefOf }: InboxPageProps) {
  const { t } = useWords();
  const { mutate: read } = useMarkRead();
  const typing = useInboxUpdates(open, read);
  const colleagues = useColleagues();
  const list = useConversations(filterOf(view));
  const { conversations } = list;
  const selection = useSelection(conversations.map(({ uuid }) => uuid));
  const openRow = useSame((uuid: ConversationId) => onOpen(uuid));
  const close = useSame(() => onOpen(null));
  const manageCanned = useSame(() => onPanel('canned'));
  const present = useMemo(
    () => colleagues.filter(({ conversation }) => conversation === open),
    [colleagues, open],
  );
  usePageTitle(t('inbox.title'));
  const areRowsThere = list.conversations.length > 0;
  useRowsMark(areRowsThere);
  useEffect(() => {
    if (!areRowsThere) return;
    loadOpenConversation().catch((error: unknown) =>
      log.error('The thread could not be fetched ahead:', error),
    );
  }, [areRowsThere]);

  const { onDone, onNextWaiting } = useDone(open, onOpen);
  const done = useSame(onDone);
  const at = conversations.findIndex(({ uuid }) => uuid === open);
  const place = useRef(0);
  useEffect(() => {
    if (at >= 0) place.current = at;
  }, [at]);

  const move = (step: 1 | -1) => {
    // One that has left the list was at the place where the next one is now.
    const next =
      conversations[at >= 0 ? at + step : open && step < 0 ? place.current - 1 : open ? place.current : 0];
    if (next) onOpen(next.uuid);
  };
  const leave = () => {
    if (selection.isOn) selection.end();
    else if (panel) onPanel(null);
    else onOpen(null);
  };
  useInboxKeys([
    [SHORTCUTS.nextConversation.keys[0], () => move(1)],
    [SHORTCUTS.nextConversation.also, () => move(1)],
    [SHORTCUTS.previousConversation.keys[0], () => move(-1)],
    [SHORTCUTS.previousConversation.also, () => move(-1)],
    [SHORTCUTS.nextWaiting.keys[0], () => void onNextWaiting()],
    [SHORTCUTS.select.keys[0], () => open && selection.toggle(open, false)],
    [SHORTCUTS.leaveConversation.keys[0], leave],
  ]);
  return (
    <div className={classes.inbox} data-open={open !== null || panel !== null || undefined}>
      <ListPane
        view={view}
        onView={onView}
        onPanel={onPanel}
        list={list}
        selection={selection}
        open={panel ? null : open}
        message={message}
        typing={typing}
        colleagues={colleagues}
        hrefOf={hrefOf}
        onOpen={openRow}
        onHit={onOpen}
      />
      <Suspense>
        {panel === 'canned' && <CannedPanel onClose={() => onPanel(null)} />}
        {panel === 'report' && <ReportPanel onClose={() => onPanel(null)} />}
      </Suspense>
      {!panel && open && (
        <Selected
          key={open}
          uuid={open}
          isTyping={typing.has(open)}
          message={message}
          present={present}
          onRead={read}
          onBack={close}
          onCanned={manageCanned}
          onDone={done}
        />
      )}
      {!panel && !open && <NothingOpen />}
    </div>
  );
}

interface SelectedProps {
  uuid: ConversationId;
  isTyping: boolean;
  message: MessageId | null;
  present: readonly Present[];
  onRead: (uuid: ConversationId) => void;
  onBack: () => void;
  onCanned: () => void;
  onDone: (conversation: ConversationView) => void;
}

const NothingOpen = memo(function NothingOpen() {
  const { t } = useWords();
  return (
    <div className={classes.nobody}>
      <EmptyState drawing="inbox-zero" title={t('inbox.choose')} text={t('inbox.chooseText')} />
    </div>
  );
});

/** What happens in other conversations leaves the open one alone. */
const Selected = memo(function Selected(props: SelectedProps) {
  const { uuid, isTyping, message, present, onRead, onBack, onCanned, onDone } = props;
  const { t } = useWords();
  // Beside the conversation, not after it.
  usePrefetchInfiniteQuery(messagesQuery(uuid));
  const { data, error, refetch } = useQuery(conversationQuery(uuid));
  const unread = data?.unread ?? 0;
  const [atOpening, setAtOpening] = useState<UnreadAtOpening | null>(data ?? null);
  if (atOpening === null && data) setAtOpening(data);
  useEffect(() => {
    if (unread > 0 && document.visibilityState === 'visible') onRead(uuid);
  }, [unread, uuid, onRead]);
  // On a phone nothing else leads on.
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('inbox.backToList')}
    </Button>
  );
  if (isApiError(error, 'not_found') || isApiError(error, 'conversation_not_found')) {
    return (
      <div className={classes.nobody}>
        <EmptyState
          icon="search-x"
          title={t('inbox.gone')}
          text={t('errors.conversation_not_found')}
          action={back}
        />
      </div>
    );
  }
  if (error && !data) {
    return (
      <div className={classes.nobody}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        {back}
      </div>
    );
  }
  if (!data) return <LoadingThread onBack={onBack} />;
  return (
    <Suspense fallback={<LoadingThread onBack={onBack} />}>
      <OpenConversation
        conversation={data}
        isTyping={isTyping}
        atOpening={atOpening ?? data}
        targetMessage={message}
        present={present}
        onBack={onBack}
        onCanned={onCanned}
        onDone={onDone}
      />
    </Suspense>
  );
});
