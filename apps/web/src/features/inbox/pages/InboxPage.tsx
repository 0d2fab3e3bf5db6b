import type { ConversationId } from '@hanasu/contract/ids';
import { useHotkeys } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { SHORTCUTS } from '../../../shell/shortcuts.ts';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import classes from '../components/Inbox.module.css';
import { ListPane } from '../components/ListPane.tsx';
import { LoadingBubbles } from '../components/LoadingBubbles.tsx';
import { OpenConversation } from '../components/OpenConversation.tsx';
import threadClasses from '../components/Thread.module.css';
import { flattenConversations } from '../conversation-list.ts';
import { useMarkRead } from '../inbox.mutations.ts';
import { conversationQuery, conversationsQuery } from '../inbox.queries.ts';
import type { InboxView } from '../inbox-view.ts';
import { useInboxUpdates } from '../use-inbox-updates.ts';

interface InboxPageProps {
  view: InboxView;
  open: ConversationId | null;
  onView: (change: Partial<InboxView>) => void;
  onOpen: (uuid: ConversationId | null) => void;
  hrefOf: (uuid: ConversationId) => string;
}

/** List, thread and customer. Which thread is open stands in the address. */
export function InboxPage({ view, open, onView, onOpen, hrefOf }: InboxPageProps) {
  const { t } = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate: read } = useMarkRead();
  const typing = useInboxUpdates(open, read);
  const { tab, q, channel } = view;
  const list = useInfiniteQuery(conversationsQuery({ tab, q, channelUuid: channel }));
  const conversations = flattenConversations(list.data);
  usePageTitle(t('inbox.title'));

  const move = (step: 1 | -1) => {
    const at = conversations.findIndex(({ uuid }) => uuid === open);
    const next = conversations[at < 0 ? 0 : at + step];
    if (next) onOpen(next.uuid);
  };
  useHotkeys([
    [SHORTCUTS.nextConversation.keys[0], () => move(1)],
    [SHORTCUTS.nextConversation.also, () => move(1)],
    [SHORTCUTS.previousConversation.keys[0], () => move(-1)],
    [SHORTCUTS.previousConversation.also, () => move(-1)],
    [SHORTCUTS.reply.keys[0], () => field.current?.focus()],
    [SHORTCUTS.leaveConversation.keys[0], () => onOpen(null)],
  ]);
  return (
    <div className={classes.inbox} data-open={open !== null || undefined}>
      <ListPane
        view={view}
        onView={onView}
        query={list}
        conversations={conversations}
        open={open}
        typing={typing}
        hrefOf={hrefOf}
        onOpen={onOpen}
      />
      {open ? (
        <Selected
          key={open}
          uuid={open}
          isTyping={typing.has(open)}
          field={field}
          onRead={read}
          onBack={() => onOpen(null)}
        />
      ) : (
        <div className={classes.nobody}>
          <EmptyState icon="messages-square" title={t('inbox.choose')} text={t('inbox.chooseText')} />
        </div>
      )}
    </div>
  );
}

interface SelectedProps {
  uuid: ConversationId;
  isTyping: boolean;
  field: React.RefObject<HTMLTextAreaElement | null>;
  onRead: (uuid: ConversationId) => void;
  onBack: () => void;
}

function Selected({ uuid, isTyping, field, onRead, onBack }: SelectedProps) {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(conversationQuery(uuid));
  const unread = data?.unread ?? 0;
  useEffect(() => {
    if (unread > 0 && document.visibilityState === 'visible') onRead(uuid);
  }, [unread, uuid, onRead]);
  if (isFault(error, 'not_found')) {
    return (
      <div className={classes.nobody}>
        <EmptyState icon="search-x" title={t('inbox.gone')} text={t('errors.conversation_not_found')} />
      </div>
    );
  }
  if (error && !data) {
    return (
      <div className={classes.nobody}>
        <FaultNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) {
    return (
      <section className={threadClasses.threadPane}>
        <LoadingBubbles />
      </section>
    );
  }
  return <OpenConversation conversation={data} isTyping={isTyping} field={field} onBack={onBack} />;
}
