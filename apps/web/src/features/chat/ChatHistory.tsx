import { type ChatView, deleteChat } from '@hanasu/contract/chats';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { ActionIcon, Button, Group, Menu, Modal, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  chatHistoryQuery,
  useDeleteChat,
  useRenameChat,
} from '../../entities/conversation/chat/chat.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { deleteLater, useNotDeleted } from '../../shell/notifications/delete-later.tsx';
import { useIsForbidden } from '../../shell/use-permission.ts';
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
  const chats = useNotDeleted(useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]));
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
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
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

interface ChatMenuProps {
  chat: ChatView;
  botUuid: BotId;
  onDeleted: () => void;
}

function ChatMenu({ chat, botUuid, onDeleted }: ChatMenuProps) {
  const { t } = useWords();
  const [asks, setAsks] = useState<'name' | 'delete' | null>(null);
  const remove = useDeleteChat(botUuid, chat.uuid);
  const close = () => setAsks(null);
  if (useIsForbidden(deleteChat)) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            className={classes.menu ?? ''}
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('chat.menuOf', { title: chat.title || t('chat.untitled') })}
          >
            <Icon name="ellipsis" size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" size={14} />} onClick={() => setAsks('name')}>
            {t('chat.rename')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash-2" size={14} />}
            onClick={() => setAsks('delete')}
          >
            {t('shell.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asks === 'name' && <RenameDialog chat={chat} botUuid={botUuid} onClose={close} />}
      <ConfirmDelete
        opened={asks === 'delete'}
        onClose={close}
        title={t('chat.deleteTitle')}
        onConfirm={() => {
          close();
          deleteLater({
            ids: [chat.uuid],
            title: t('chat.deleted', { title: chat.title || t('chat.untitled') }),
            undoLabel: t('shell.undo'),
            run: () => remove.mutateAsync(undefined),
          });
          onDeleted();
        }}
      >
        {t('chat.deleteText', { title: chat.title || t('chat.untitled') })}
      </ConfirmDelete>
    </>
  );
}

interface RenameDialogProps {
  chat: ChatView;
  botUuid: BotId;
  onClose: () => void;
}

function RenameDialog({ chat, botUuid, onClose }: RenameDialogProps) {
  const { t } = useWords();
  const [title, setTitle] = useState(chat.title);
  const rename = useRenameChat(botUuid, chat.uuid);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('chat.rename')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim()) rename.mutate(title.trim(), { onSuccess: onClose });
        }}
      >
        <TextInput
          label={t('chat.title')}
          value={title}
          maxLength={120}
          error={rename.error ? errorMessage(rename.error) : undefined}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={rename.isPending} disabled={!title.trim()}>
            {t('shell.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
