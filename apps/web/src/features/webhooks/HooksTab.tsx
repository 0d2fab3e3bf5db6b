import type { WebHookView } from '@hanasu/contract/web-hooks';
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  Menu,
  Modal,
  Skeleton,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import classes from '../../shell/components/SecretList.module.css';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { eventWord } from './event-word.ts';
import { HookDialog, HookSecret } from './HookDialogs.tsx';
import { HookLog } from './HookLog.tsx';
import { STATE_COLORS } from './state-colors.ts';
import {
  useDeleteWebHook,
  useRotateSecret,
  useSwitchWebHook,
  useTestWebHook,
  webHooksQuery,
} from './web-hooks.queries.ts';

export function HooksTab() {
  const { t } = useWords();
  return (
    <SettingsSection title={t('webHooks.title')} text={t('webHooks.text')}>
      <HookList />
    </SettingsSection>
  );
}

function HookList() {
  const { t } = useWords();
  const [adding, dialog] = useDisclosure(false);
  const hooks = useQuery(webHooksQuery);
  if (hooks.isError) return <ErrorNotice error={hooks.error} onRetry={() => void hooks.refetch()} />;
  if (!hooks.data) return <Skeleton height={160} aria-hidden />;
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('webHooks.new')}
    </Button>
  );
  return (
    <>
      {hooks.data.items.length === 0 ? (
        <EmptyState icon="plug" title={t('webHooks.empty')} text={t('webHooks.emptyText')} action={add} />
      ) : (
        <>
          <ul className={classes.list}>
            {hooks.data.items.map((hook) => (
              <HookRow key={hook.uuid} hook={hook} />
            ))}
          </ul>
          {add}
        </>
      )}
      <HookDialog hook={null} opened={adding} onClose={dialog.close} />
    </>
  );
}

function HookRow({ hook }: { hook: WebHookView }) {
  const { t } = useWords();
  const format = useFormat();
  const toggle = useSwitchWebHook();
  const { url, last } = hook;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap={8}>
          <strong>{hook.description || URL.parse(url)?.host || url}</strong>
          {!hook.enabled && <Badge color="gray">{t('webHooks.off')}</Badge>}
          {last && <Badge color={STATE_COLORS[last.state]}>{t(`webHooks.states.${last.state}`)}</Badge>}
        </Group>
        <span className={classes.sub}>{url}</span>
        <span className={classes.sub}>
          {hook.events.map((event) => eventWord(t, event)).join(', ')} ·{' '}
          {last ? format.ago(last.time) : t('webHooks.nothingSent')}
        </span>
      </div>
      <Group gap="xs">
        <Switch
          checked={hook.enabled}
          disabled={toggle.isPending}
          aria-label={t('webHooks.switchOf', { url })}
          onChange={(event) => toggle.mutate({ uuid: hook.uuid, enabled: event.currentTarget.checked })}
        />
        <HookActions hook={hook} />
      </Group>
    </li>
  );
}

function HookActions({ hook }: { hook: WebHookView }) {
  const { t } = useWords();
  const [editing, edit] = useDisclosure(false);
  const [reading, log] = useDisclosure(false);
  const [renewing, renew] = useDisclosure(false);
  const [removing, remove] = useDisclosure(false);
  const test = useTestWebHook();
  return (
    <>
      <Button size="xs" variant="default" onClick={log.open}>
        {t('webHooks.log')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('webHooks.more', { url: hook.url })}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="send" />}
            onClick={() =>
              test.mutate(hook.uuid, { onSuccess: () => toasts.add({ title: t('webHooks.testSent') }) })
            }
          >
            {t('webHooks.test')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={edit.open}>
            {t('webHooks.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="key-round" />} onClick={renew.open}>
            {t('webHooks.renew')}
          </Menu.Item>
          <Menu.Item c="var(--danger-text)" leftSection={<Icon name="trash-2" />} onClick={remove.open}>
            {t('webHooks.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <HookDialog hook={hook} opened={editing} onClose={edit.close} />
      <HookLog hook={hook} opened={reading} onClose={log.close} />
      <RenewSecret hook={hook} opened={renewing} onClose={renew.close} />
      <RemoveHook hook={hook} opened={removing} onClose={remove.close} />
    </>
  );
}

interface QuestionProps {
  hook: WebHookView;
  opened: boolean;
  onClose: () => void;
}

function RemoveHook({ hook, opened, onClose }: QuestionProps) {
  const { t } = useWords();
  const remove = useDeleteWebHook();
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      title={t('webHooks.removeTitle')}
      action={t('webHooks.remove')}
      asksName={new URL(hook.url).host}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(hook.uuid)}
    >
      {t('webHooks.removeText', { url: hook.url })}
    </ConfirmDelete>
  );
}

/** The old secret is of no use any more, so it asks first; then the new one, once. */
function RenewSecret({ hook, opened, onClose }: QuestionProps) {
  const { t } = useWords();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useRotateSecret();
  const close = () => {
    setSecret(null);
    rotate.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('webHooks.renewTitle')}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {secret === null ? (
        <Stack gap="md">
          <Text size="sm">{t('webHooks.renewText')}</Text>
          {rotate.error && (
            <Alert color="red" role="alert">
              {errorMessage(rotate.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              {t('shell.cancel')}
            </Button>
            <Button
              loading={rotate.isPending}
              onClick={() => rotate.mutate(hook.uuid, { onSuccess: (made) => setSecret(made.secret) })}
            >
              {t('webHooks.renewAction')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <HookSecret secret={secret} onDone={close} />
      )}
    </Modal>
  );
}
