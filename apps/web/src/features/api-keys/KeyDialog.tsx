import { API_KEY_SCOPES, ApiKeyScope, type ApiKeyView, createApiKey } from '@hanasu/contract/api-keys';
import { BotId } from '@hanasu/contract/ids';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Checkbox, Group, Modal, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { ShownOnce } from '../../shell/components/ShownOnce.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { ConfirmEmailFirst } from '../../shell/session/ConfirmEmailFirst.tsx';
import { useChangeApiKey, useCreateApiKey } from './api-keys.queries.ts';

/** A new key: what it may do, then the key itself, once. */
export function NewKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useWords();
  const [key, setKey] = useState<string | null>(null);
  const close = () => {
    setKey(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('apiKeys.newTitle')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {key === null ? (
        <NewKeyForm onMade={setKey} onCancel={close} />
      ) : (
        <ShownOnce
          title={t('apiKeys.shownTitle')}
          text={t('apiKeys.shownText')}
          label={t('apiKeys.key')}
          value={key}
          onDone={close}
        />
      )}
    </Modal>
  );
}

function NewKeyForm({ onMade, onCancel }: { onMade: (key: string) => void; onCancel: () => void }) {
  const { t } = useWords();
  const form = useForm({ resolver: zodResolver(KeyForm), defaultValues: NEW_KEY });
  const create = useCreateApiKey();
  const submit = form.handleSubmit(async (values) => {
    try {
      onMade((await create.mutateAsync(bodyOfKey(values, Date.now()))).key);
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg">
        <KeyFields form={form} mayKeep={false} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('apiKeys.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EditKeyDialogProps {
  apiKey: ApiKeyView;
  opened: boolean;
  onClose: () => void;
}

export function EditKeyDialog({ apiKey, opened, onClose }: EditKeyDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('apiKeys.editTitle', { name: apiKey.name })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <EditKeyForm apiKey={apiKey} onClose={onClose} />
    </Modal>
  );
}

function EditKeyForm({ apiKey, onClose }: Pick<EditKeyDialogProps, 'apiKey' | 'onClose'>) {
  const { t } = useWords();
  const form = useForm({ resolver: zodResolver(KeyForm), defaultValues: formOfKey(apiKey) });
  const change = useChangeApiKey();
  const submit = form.handleSubmit(async (values) => {
    try {
      const { botUuids, ...body } = bodyOfKey(values, Date.now());
      // Bots that were deleted since stand in the way only of who changes the bots.
      const bots = form.formState.dirtyFields.botUuids ? { botUuids } : {};
      await change.mutateAsync({ uuid: apiKey.uuid, ...body, ...bots });
      onClose();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg">
        <KeyFields form={form} mayKeep />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('apiKeys.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The same for a new key and one that is changed, which may keep its end. */
function KeyFields({ form, mayKeep }: { form: UseFormReturn<KeyForm>; mayKeep: boolean }) {
  const { t } = useWords();
  const { control } = form;
  const { errors } = form.formState;
  const expiries = mayKeep ? (['keep', ...EXPIRIES] as const) : EXPIRIES;
  return (
    <Stack gap="md">
      <ConfirmEmailFirst />
      {errors.root?.message && (
        <Alert color="red" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <TextInput
        label={t('apiKeys.name')}
        placeholder={t('apiKeys.namePlaceholder')}
        autoComplete="off"
        data-autofocus
        {...form.register('name')}
        error={errors.name?.message}
      />
      <Controller
        control={control}
        name="scopes"
        render={({ field: { ref: _, ...field } }) => (
          <Checkbox.Group label={t('apiKeys.scopesLabel')} {...field} error={errors.scopes?.message}>
            <Stack gap={8} mt={6}>
              {API_KEY_SCOPES.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t(`apiKeys.scopes.${scope}`)}
                  description={t(`apiKeys.scopeHints.${scope}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      />
      <BotsField form={form} />
      <Controller
        control={control}
        name="expiry"
        render={({ field }) => (
          <Select
            label={t('apiKeys.expiry')}
            data={expiries.map((value) => ({ value, label: t(`apiKeys.expiries.${value}`) }))}
            allowDeselect={false}
            {...field}
            error={errors.expiry?.message}
          />
        )}
      />
    </Stack>
  );
}

function BotsField({ form }: { form: UseFormReturn<KeyForm> }) {
  const { t } = useWords();
  const { data: bots } = useQuery(botsQuery());
  const nameOptions = useNameOptions();
  return (
    <Controller
      control={form.control}
      name="botUuids"
      render={({ field: { value, ...field } }) => {
        const chosen = value.map((uuid) => BotId.parse(uuid));
        const known = nameOptions(bots?.items ?? []);
        const gone = chosen.filter((uuid) => !known.some((each) => each.value === uuid));
        return (
          <MultiSelect
            label={t('apiKeys.bots')}
            description={t('apiKeys.botsHelp')}
            placeholder={value.length === 0 ? t('apiKeys.allBots') : ''}
            data={[...known, ...gone.map((uuid) => ({ value: uuid, label: t('apiKeys.goneBot') }))]}
            value={chosen}
            {...field}
            searchable
            error={form.formState.errors.botUuids?.message}
          />
        );
      }}
    />
  );
}

const EXPIRIES = ['never', 'month', 'quarter', 'year'] as const;
const DAYS = { month: 30, quarter: 90, year: 365 } as const;
const DAY_MS = 86_400_000;

const { name } = createApiKey.body.shape;

/** What the form holds: an end is chosen from a few. */
const KeyForm = z.object({
  name,
  scopes: z.array(ApiKeyScope).min(1),
  botUuids: z.array(BotId).max(100),
  expiry: z.enum([...EXPIRIES, 'keep']),
});
type KeyForm = z.input<typeof KeyForm>;

const NEW_KEY: KeyForm = {
  name: '',
  scopes: ['chat', 'models'],
  botUuids: [],
  expiry: 'never',
};

const formOfKey = (key: ApiKeyView): KeyForm => ({
  name: key.name,
  scopes: key.scopes,
  botUuids: key.botUuids ?? [],
  expiry: 'keep',
});

/** What is sent; an end that is to stay as it is is left out. */
function bodyOfKey({ expiry, botUuids, ...rest }: z.output<typeof KeyForm>, now: number) {
  return {
    ...rest,
    botUuids: botUuids.length > 0 ? botUuids : null,
    ...(expiry === 'keep' ? {} : { expiresAt: expiry === 'never' ? null : endAfter(DAYS[expiry], now) }),
  };
}

const endAfter = (days: number, now: number): string => new Date(now + days * DAY_MS).toISOString();
