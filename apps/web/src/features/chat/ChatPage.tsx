import type { BotView } from '@hanasu/contract/bots';
import { type Citation, chat } from '@hanasu/contract/chat';
import { fillVariables } from '@hanasu/contract/fill-variables';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { botQuery } from '../../entities/bot/bots.queries.ts';
import { ChatPanel } from '../../entities/conversation/chat/ChatPanel.tsx';
import { chatTurnsQuery, useRefreshChats } from '../../entities/conversation/chat/chat.queries.ts';
import { citedOf } from '../../entities/conversation/cited.ts';
import { PassageCard } from '../../entities/conversation/PassageCard.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { NotFoundPage } from '../../shell/error-pages/NotFoundPage.tsx';
import { usePageTitle } from '../../shell/layout/use-page-title.ts';
import { useKeyboardInset } from '../../shell/use-keyboard-inset.ts';
import { useIsForbidden } from '../../shell/use-permission.ts';
import { ChatHead } from './ChatHead.tsx';
import { ChatHistory } from './ChatHistory.tsx';
import classes from './ChatPage.module.css';

export function ChatPage() {
  const { id } = useParams({ from: '/_bot-edit/Bot/$id/Chat' });
  const { conversation } = useSearch({ from: '/_bot-edit/Bot/$id/Chat' });
  return <BotChat key={id} id={id} conversation={conversation} />;
}

interface Opened {
  /** Changes when another chat is opened, not when the server gives a new one its id. */
  key: number;
  uuid: ConversationId | undefined;
}

function BotChat({ id, conversation }: { id: BotId; conversation: ConversationId | undefined }) {
  const navigate = useNavigate({ from: '/Bot/$id/Chat' });
  const refreshChats = useRefreshChats(id);
  const keyboard = useKeyboardInset();
  const { data: bot, error, refetch } = useQuery(botQuery(id));
  const [opened, setOpened] = useState<Opened>({ key: 0, uuid: conversation });
  const [citations, setCitations] = useState<readonly Citation[]>([]);
  usePageTitle(bot?.name);
  const [address, setAddress] = useState(conversation);
  // Back and forward open another chat as well as the list does; a new chat's own id opens nothing.
  if (address !== conversation) {
    setAddress(conversation);
    if (opened.uuid !== conversation) {
      setOpened({ key: opened.key + 1, uuid: conversation });
      setCitations([]);
    }
  }

  const open = (uuid: ConversationId | undefined) => {
    if (uuid === undefined && conversation === undefined) setOpened({ key: opened.key + 1, uuid });
    setCitations([]);
    void navigate({ search: { conversation: uuid } });
  };
  const onConversation = (uuid: ConversationId) => {
    setOpened((before) => ({ ...before, uuid }));
    void navigate({ search: { conversation: uuid }, replace: true });
    refreshChats();
  };
  if (isApiError(error, 'not_found')) return <NotFoundPage />;
  if (error && !bot) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page} style={keyboard > 0 ? { paddingBottom: keyboard } : undefined}>
      <ChatHistory botUuid={id} open={conversation} onOpen={open} />
      <section className={classes.main}>
        <ChatHead
          bot={bot}
          onNew={() => open(undefined)}
          history={{ botUuid: id, open: conversation, onOpen: open }}
        />
        {bot ? (
          <Panel
            key={opened.key}
            bot={bot}
            start={opened.uuid}
            onConversation={onConversation}
            onCitations={setCitations}
          />
        ) : (
          <Loading />
        )}
      </section>
      <CitationsPane citations={citations} />
    </div>
  );
}

interface PanelProps {
  bot: BotView;
  start: ConversationId | undefined;
  onConversation: (uuid: ConversationId) => void;
  onCitations: (citations: readonly Citation[]) => void;
}

/** Loads an earlier chat once, then leaves it to the panel. */
function Panel({ bot, start, onConversation, onCitations }: PanelProps) {
  const { t } = useWords();
  const [first] = useState(start);
  const { ask } = useSearch({ from: '/_bot-edit/Bot/$id/Chat' });
  const own = bot.settings.suggestedQuestions;
  const isReadOnly = useIsForbidden(chat);
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    ...chatTurnsQuery(first ?? ('' as ConversationId)),
    enabled: first !== undefined,
  });
  const turns = read?.turns;
  const last = turns?.at(-1);
  useEffect(() => {
    if (last) onCitations(citedOf(last.text, last.citations));
  }, [last, onCitations]);
  if (error) {
    return (
      <div className={classes.notice}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (first && !turns) return <Loading />;
  return (
    <ChatPanel
      botUuid={bot.uuid}
      showDetails
      greeting={fillVariables(bot.greeting, bot.settings.variables) || undefined}
      suggestedQuestions={ask ? [ask, ...own.filter((question) => question !== ask)] : own}
      emptyText={t('chat.pageEmpty', { name: bot.name })}
      autoFocus
      canStartOver={false}
      isReadOnly={isReadOnly}
      seed={{
        conversationUuid: first,
        turns: turns ?? [],
        isAnswering: read?.isAnswering ?? false,
        hasEarlier: read?.hasEarlier ?? false,
        onConversation,
        onCitations,
      }}
    />
  );
}

const Loading = () => (
  <div className={classes.loading} aria-hidden>
    <Skeleton height={42} width="40%" ml="auto" radius="lg" />
    <Skeleton height={90} width="80%" radius="lg" />
  </div>
);

interface CitationsPaneProps {
  citations: readonly Citation[];
}

/** The passages the latest answer rests on, open to read. */
function CitationsPane({ citations }: CitationsPaneProps) {
  const { t } = useWords();
  return (
    <aside className={classes.citations} aria-label={t('conversations.sources')}>
      <h2 className={classes.paneTitle}>{t('conversations.sources')}</h2>
      {citations.length === 0 && <p className={classes.dim}>{t('chat.sourcesEmpty')}</p>}
      <ol className={classes.passages}>
        {citations.map((citation) => (
          <li key={citation.number}>
            <span className={classes.number}>{citation.number}</span>
            <PassageCard citation={citation} />
          </li>
        ))}
      </ol>
    </aside>
  );
}
