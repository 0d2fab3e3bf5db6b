import type { BotView } from '@hanasu/contract/bots';
import { shareChat } from '@hanasu/contract/chats';
import type { ConversationId } from '@hanasu/contract/ids';
import {
  ActionIcon,
  Alert,
  Button,
  Drawer,
  Group,
  Modal,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sharesQuery, useRevokeShare, useShareChat } from '../../entities/conversation/chat/chat.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { CopyButton } from '../../shell/clipboard/CopyButton.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { Breadcrumbs } from '../../shell/layout/Breadcrumbs.tsx';
import { useIsForbidden } from '../../shell/use-permission.ts';
import { usePublicUrl } from '../../shell/use-public-url.ts';
import { ChatHistoryList, type ChatHistoryProps } from './ChatHistory.tsx';
import classes from './ChatPage.module.css';

interface ChatHeadProps {
  bot: BotView | undefined;
  onNew: () => void;
  history: ChatHistoryProps;
}

export function ChatHead({ bot, onNew, history }: ChatHeadProps) {
  const { t } = useWords();
  const [isDrawn, drawer] = useDisclosure(false);
  const [isSharing, sharing] = useDisclosure(false);
  const mayNotShare = useIsForbidden(shareChat);
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
          {t('bot.edit')}
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

interface ShareDialogProps {
  uuid: ConversationId;
  opened: boolean;
  onClose: () => void;
}

/** Links by which anybody reads the chat up to a moment. */
function ShareDialog({ uuid, opened, onClose }: ShareDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('chat.shareTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Shares uuid={uuid} />
    </Modal>
  );
}

function Shares({ uuid }: { uuid: ConversationId }) {
  const { t } = useWords();
  const publicUrl = usePublicUrl();
  const addressOf = (code: string) => `${publicUrl}/Share/${code}`;
  const format = useFormat();
  const { data, error, refetch } = useQuery(sharesQuery(uuid));
  const share = useShareChat(uuid);
  const revoke = useRevokeShare(uuid);
  const fault = share.error ?? revoke.error;
  return (
    <Stack gap="md">
      <Text size="sm">{t('chat.shareText')}</Text>
      {fault && (
        <Alert color="red" role="alert">
          {errorMessage(fault)}
        </Alert>
      )}
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={54} aria-hidden />}
      {data && data.items.length > 0 && (
        <ul className={classes.shares}>
          {data.items.map(({ code, createdAt, isComplete }) => (
            <li key={code}>
              <TextInput
                readOnly
                label={
                  isComplete ? t('chat.shareNow') : t('chat.shareUntil', { time: format.dateTime(createdAt) })
                }
                value={addressOf(code)}
                onFocus={(event) => event.currentTarget.select()}
                rightSectionWidth={36}
                rightSection={<CopyLink address={addressOf(code)} />}
              />
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                loading={revoke.isPending && revoke.variables === code}
                onClick={() => revoke.mutate(code)}
              >
                {t('chat.endShare')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && !data.items.some(({ isComplete }) => isComplete) && (
        <Group justify="flex-end">
          <Button
            leftSection={<Icon name="link" />}
            loading={share.isPending}
            onClick={() => share.mutate()}
            data-autofocus
          >
            {t('chat.makeShare')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function CopyLink({ address }: { address: string }) {
  const { t } = useWords();
  return (
    <CopyButton value={address}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={copy}
          aria-label={copied ? t('conversations.copied') : t('chat.copyLink')}
        >
          <Icon name={copied ? 'check' : 'copy'} size={15} />
        </ActionIcon>
      )}
    </CopyButton>
  );
}
