import type { ConversationId } from '@hanasu/contract/ids';
import {
  ActionIcon,
  Alert,
  Button,
  CopyButton,
  Group,
  Modal,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { sharesQuery, useRevokeShare, useShareChat } from '../chat-page.queries.ts';
import classes from './ChatPage.module.css';

interface ShareDialogProps {
  uuid: ConversationId;
  opened: boolean;
  onClose: () => void;
}

const addressOf = (code: string) => `${location.origin}/Share/${code}`;

/** Links by which anybody reads the chat up to a moment. */
export function ShareDialog({ uuid, opened, onClose }: ShareDialogProps) {
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
          {faultWords(fault)}
        </Alert>
      )}
      {error && !data && <FaultNotice error={error} onRetry={() => void refetch()} />}
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
    <CopyButton value={address} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={copy}
          aria-label={copied ? t('chat.copied') : t('chat.copyLink')}
        >
          <Icon name={copied ? 'check' : 'copy'} size={15} />
        </ActionIcon>
      )}
    </CopyButton>
  );
}
