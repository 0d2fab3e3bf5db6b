import {
  createWebHook,
  WEB_HOOK_EVENTS,
  type WebHookEvent,
  type WebHookView,
} from '@hanasu/contract/web-hooks';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { ShownOnce } from '../../shell/components/ShownOnce.tsx';
import { eventWord } from './event-word.ts';
import { useChangeWebHook, useCreateWebHook } from './web-hooks.queries.ts';

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
export function HookDialog({ hook, opened, onClose }: HookDialogProps) {
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

export function HookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
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
