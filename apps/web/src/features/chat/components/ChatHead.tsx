import type { BotView } from '@hanasu/contract/bots';
import { shareChat } from '@hanasu/contract/chats';
import { ActionIcon, Button, Drawer, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { Breadcrumbs } from '../../../shell/components/Breadcrumbs.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useMayNot } from '../../../shell/use-may.ts';
import { ChatHistoryList, type ChatHistoryProps } from './ChatHistory.tsx';
import classes from './ChatPage.module.css';
import { ShareDialog } from './ShareDialog.tsx';

interface ChatHeadProps {
  bot: BotView | undefined;
  onNew: () => void;
  history: ChatHistoryProps;
}

export function ChatHead({ bot, onNew, history }: ChatHeadProps) {
  const { t } = useWords();
  const [isDrawn, drawer] = useDisclosure(false);
  const [isSharing, sharing] = useDisclosure(false);
  const mayNotShare = useMayNot(shareChat);
  return (
    <header className={classes.head}>
      <Breadcrumbs inline />
      <h1 className={classes.name}>{bot ? bot.name : <Skeleton height={16} width={140} />}</h1>
      {history.open && !mayNotShare && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            onClick={sharing.open}
            aria-label={t('chat.share')}
            title={t('chat.share')}
          >
            <Icon name="share-2" size={17} />
          </ActionIcon>
          <ShareDialog uuid={history.open} opened={isSharing} onClose={sharing.close} />
        </>
      )}
      {bot && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="pencil" size={14} />}
          renderRoot={(props) => <Link to="/Bot/$id" params={{ id: bot.uuid }} {...props} />}
        >
          {t('bots.edit')}
        </Button>
      )}
      <ActionIcon
        className={classes.onlyNarrow ?? ''}
        variant="subtle"
        color="gray"
        size={34}
        onClick={drawer.open}
        aria-label={t('chat.history')}
      >
        <Icon name="clock" size={18} />
      </ActionIcon>
      <ActionIcon
        className={classes.onlyNarrow ?? ''}
        variant="subtle"
        color="gray"
        size={34}
        onClick={onNew}
        aria-label={t('chat.newChat')}
      >
        <Icon name="message-square-plus" size={18} />
      </ActionIcon>
      <Drawer
        opened={isDrawn}
        onClose={drawer.close}
        title={t('chat.history')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
        size={310}
        padding="xs"
      >
        <div className={classes.drawn}>
          <ChatHistoryList
            {...history}
            onOpen={(uuid) => {
              drawer.close();
              history.onOpen(uuid);
            }}
          />
        </div>
      </Drawer>
    </header>
  );
}
