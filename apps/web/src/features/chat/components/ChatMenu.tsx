import { type ChatView, deleteChat } from '@hanasu/contract/chats';
import type { BotId } from '@hanasu/contract/ids';
import { ActionIcon, Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { useMayNot } from '../../../shell/use-may.ts';
import { useDeleteChat, useRenameChat } from '../chat-page.queries.ts';
import classes from './ChatPage.module.css';

interface ChatMenuProps {
  chat: ChatView;
  botUuid: BotId;
  onDeleted: () => void;
}

export function ChatMenu({ chat, botUuid, onDeleted }: ChatMenuProps) {
  const { t } = useWords();
  const [asks, setAsks] = useState<'name' | 'delete' | null>(null);
  const remove = useDeleteChat(botUuid, chat.uuid);
  const close = () => setAsks(null);
  if (useMayNot(deleteChat)) return null;
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
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              close();
              onDeleted();
            },
          })
        }
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
          error={rename.error ? faultWords(rename.error) : undefined}
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
