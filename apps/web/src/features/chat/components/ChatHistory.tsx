import type { ChatView } from '@hanasu/contract/chats';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { chatHistoryQuery } from '../chat-page.queries.ts';
import { ChatMenu } from './ChatMenu.tsx';
import classes from './ChatPage.module.css';

export interface ChatHistoryProps {
  botUuid: BotId;
  open: ConversationId | undefined;
  /** Undefined: a new chat. */
  onOpen: (uuid: ConversationId | undefined) => void;
}

/** Earlier chats with this bot, beside the chat. */
export function ChatHistory(props: ChatHistoryProps) {
  const { t } = useWords();
  return (
    <nav className={classes.history} aria-label={t('chat.history')}>
      <Button
        variant="default"
        fullWidth
        leftSection={<Icon name="message-square-plus" />}
        onClick={() => props.onOpen(undefined)}
      >
        {t('chat.newChat')}
      </Button>
      <ChatHistoryList {...props} />
    </nav>
  );
}

const SEARCH_DELAY_MS = 250;

export function ChatHistoryList({ botUuid, open, onOpen }: ChatHistoryProps) {
  const { t } = useWords();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...chatHistoryQuery(botUuid, asked),
    placeholderData: keepPreviousData,
  });
  const chats = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {(chats.length > 0 || search !== '') && (
        <TextInput
          type="search"
          size="xs"
          aria-label={t('chat.searchHistory')}
          placeholder={t('chat.searchHistory')}
          leftSection={<Icon name="search" size={14} />}
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {error && !data && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingChats />}
      {data && chats.length === 0 && (
        <p className={classes.dim}>{asked ? t('chat.nothingFound') : t('chat.noHistory')}</p>
      )}
      <ul className={classes.chats}>
        {chats.map((chat) => (
          <ChatRow
            key={chat.uuid}
            chat={chat}
            botUuid={botUuid}
            isOpen={chat.uuid === open}
            onOpen={() => onOpen(chat.uuid)}
            onDeleted={() => chat.uuid === open && onOpen(undefined)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('chat.moreChats')}
        </Button>
      )}
    </>
  );
}

interface ChatRowProps {
  chat: ChatView;
  botUuid: BotId;
  isOpen: boolean;
  onOpen: () => void;
  onDeleted: () => void;
}

function ChatRow({ chat, botUuid, isOpen, onOpen, onDeleted }: ChatRowProps) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <li className={classes.row}>
      <button
        type="button"
        className={classes.chat}
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
      >
        <span className={classes.chatTitle}>{chat.title || t('chat.untitled')}</span>
        <time className={classes.dim} dateTime={chat.lastMessageAt}>
          {format.ago(chat.lastMessageAt)}
        </time>
      </button>
      <ChatMenu chat={chat} botUuid={botUuid} onDeleted={onDeleted} />
    </li>
  );
}

const LoadingChats = () => (
  <Stack gap={8} aria-hidden>
    {['one', 'two', 'three'].map((key) => (
      <Skeleton key={key} height={44} />
    ))}
  </Stack>
);
