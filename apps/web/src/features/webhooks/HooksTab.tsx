import {
  createWebHook,
  WEB_HOOK_EVENTS,
  type WebHookEvent,
  type WebHookView,
} from '@hanasu/contract/web-hooks';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Checkbox,
  Group,
  Menu,
  Modal,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import classes from '../../shell/components/SecretList.module.css';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { ShownOnce } from '../../shell/components/ShownOnce.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { ConfirmEmailFirst } from '../../shell/session/ConfirmEmailFirst.tsx';
import { eventWord } from './event-word.ts';
import { HookLog } from './HookLog.tsx';
import { N8nFile } from './N8nFile.tsx';
import { STATE_COLORS } from './state-colors.ts';
import {
  useChangeWebHook,
  useCreateWebHook,
  useDeleteWebHook,
  useRotateSecret,
  useSwitchWebHook,
  useTestWebHook,
  webHooksQuery,
} from './web-hooks.queries.ts';

const HookForm = createWebHook.body.required();
type HookForm = z.input<typeof HookForm>;

const FIELD_BY_CODE = { address_not_allowed: 'url' } as const;
const EVERYTHING: WebHookEvent[] = [...WEB_HOOK_EVENTS];

interface HookDialogProps {
  /** Null: a new one. */
  hook: WebHookView | null;
  opened: boolean;
  onClose: () => void;
}

/** A new hook ends with its secret, once; one that is changed keeps its own. */
function HookDialog({ hook, opened, onClose }: HookDialogProps) {
  const { t } = useWords();
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t(hook ? 'webHooks.editTitle' : 'webHooks.newTitle')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {secret === null ? (
        <HookFields hook={hook} onCancel={close} onSaved={(made) => (made ? setSecret(made) : close())} />
      ) : (
        <HookSecret secret={secret} onDone={close} />
      )}
    </Modal>
  );
}

function HookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useWords();
  return (
    <ShownOnce
      title={t('webHooks.secretTitle')}
      text={t('webHooks.secretText')}
      label={t('webHooks.secret')}
      value={secret}
      onDone={onDone}
    />
  );
}

interface HookFieldsProps {
  hook: WebHookView | null;
  onCancel: () => void;
  /** With the secret of a new one. */
  onSaved: (secret: string | null) => void;
}

function HookFields({ hook, onCancel, onSaved }: HookFieldsProps) {
  const { t } = useWords();
  const { url, description, events } = hook ?? { url: '', description: '', events: EVERYTHING };
  const form = useForm<HookForm>({
    resolver: zodResolver(HookForm),
    defaultValues: { url, description, events },
  });
  const create = useCreateWebHook();
  const change = useChangeWebHook();
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      if (hook) await change.mutateAsync({ uuid: hook.uuid, ...values });
      onSaved(hook ? null : (await create.mutateAsync(values)).secret);
    } catch (error) {
      applyFormError(form, error, FIELD_BY_CODE);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <ConfirmEmailFirst />
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('webHooks.url')}
          placeholder="https://example.com/hooks"
          type="url"
          autoComplete="off"
          data-autofocus
          {...form.register('url')}
          error={errors.url?.message}
        />
        <TextInput
          label={t('webHooks.description')}
          placeholder={t('webHooks.descriptionPlaceholder')}
          autoComplete="off"
          {...form.register('description')}
          error={errors.description?.message}
        />
        <Controller
          control={form.control}
          name="events"
          render={({ field: { ref: _, ...field } }) => (
            <Checkbox.Group label={t('webHooks.eventsLabel')} {...field} error={errors.events?.message}>
              <Stack gap={8} mt={6}>
                {WEB_HOOK_EVENTS.map((event) => (
                  <Checkbox key={event} value={event} label={eventWord(t, event)} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending || change.isPending}>
            {t(hook ? 'webHooks.save' : 'webHooks.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

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
  const [importing, workflow] = useDisclosure(false);
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
          <Menu.Item leftSection={<Icon name="share-2" />} onClick={workflow.open}>
            {t('webHooks.n8n.action')}
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
      <N8nFile hook={hook} opened={importing} onClose={workflow.close} />
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
