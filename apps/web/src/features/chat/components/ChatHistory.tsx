import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { chatHistoryQuery } from '../chat-page.queries.ts';
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

export function ChatHistoryList({ botUuid, open, onOpen }: ChatHistoryProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data, error, refetch } = useQuery(chatHistoryQuery(botUuid));
  if (error && !data) return <FaultNotice error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Stack gap={8} aria-hidden>
        {['one', 'two', 'three'].map((key) => (
          <Skeleton key={key} height={44} />
        ))}
      </Stack>
    );
  }
  if (data.items.length === 0) return <p className={classes.dim}>{t('chat.noHistory')}</p>;
  return (
    <ul className={classes.chats}>
      {data.items.map(({ uuid, title, lastMessage, createdAt }) => (
        <li key={uuid}>
          <button
            type="button"
            className={classes.chat}
            aria-current={uuid === open ? 'true' : undefined}
            onClick={() => onOpen(uuid)}
          >
            <span className={classes.chatTitle}>{title || t('chat.untitled')}</span>
            <time className={classes.dim} dateTime={lastMessage?.createdAt ?? createdAt}>
              {format.ago(lastMessage?.createdAt ?? createdAt)}
            </time>
          </button>
        </li>
      ))}
    </ul>
  );
}
