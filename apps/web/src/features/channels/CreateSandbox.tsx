import { createSandboxChannel } from '@hanasu/contract/channels';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { triedBot } from '../../entities/bot/bot-states.ts';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { usePutLiveFirst } from '../../entities/bot/use-put-live-first.ts';
import { kindsFor } from '../../entities/channel/channel-kinds.ts';
import { useCreateSandbox } from '../../entities/channel/channels.queries.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { AnswererSelect } from './AnswererSelect.tsx';

type Values = z.input<typeof createSandboxChannel.body>;

/** A channel without credentials: name and bot are enough. */
export function CreateSandbox({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('channels.sandboxTitle')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      centered
    >
      <SandboxForm onClose={onClose} />
    </Modal>
  );
}

function SandboxForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useWords();
  const kinds = kindsFor(locale).filter(({ manifest }) => manifest.capabilities.sandbox);
  const first = kinds[0]?.manifest.kind ?? '';
  const nameOf = useKindName();
  const navigate = useNavigate();
  const create = useCreateSandbox();
  const { data: bots, isLoading: areBotsLoading } = useQuery(botsQuery());
  // Told apart in the inbox; a name of one's own stays when the kind is changed.
  const firstName = (kind: string) => t('channels.sandboxName', { name: nameOf(kind) });
  const form = useForm<Values, unknown, z.output<typeof createSandboxChannel.body>>({
    resolver: zodResolver(createSandboxChannel.body),
    defaultValues: {
      name: firstName(first),
      kind: first,
    },
  });
  const { errors } = form.formState;
  const [botUuid, groupUuid] = useWatch({ control: form.control, name: ['botUuid', 'groupUuid'] });
  const live = usePutLiveFirst(botUuid);
  useEffect(() => {
    const first = triedBot(bots?.items ?? []);
    if (!first || form.getValues('botUuid') || form.getValues('groupUuid')) return;
    form.setValue('botUuid', first.uuid);
    form.clearErrors('botUuid');
  }, [bots, form]);
  const submit = form.handleSubmit(async (values) => {
    try {
      await live.putLive();
      const channel = await create.mutateAsync(values);
      await navigate({ to: '/Channel/Instance/$id/simulator', params: { id: channel.uuid } });
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <p style={{ margin: 0 }}>{t('channels.sandboxText')}</p>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        {kinds.length > 1 && (
          <Controller
            control={form.control}
            name="kind"
            render={({ field }) => (
              <SegmentedControl
                aria-label={t('channels.kind')}
                data={kinds.map(({ manifest }) => ({ value: manifest.kind, label: nameOf(manifest.kind) }))}
                value={field.value}
                onChange={(kind) => {
                  if (form.getValues('name') === firstName(field.value))
                    form.setValue('name', firstName(kind));
                  field.onChange(kind);
                }}
              />
            )}
          />
        )}
        <TextInput
          label={t('channels.name')}
          description={t('channels.nameHelp')}
          data-autofocus
          {...form.register('name')}
          error={errors.name?.message}
        />
        <AnswererSelect
          botUuid={botUuid}
          groupUuid={groupUuid}
          onChange={(answerer) => {
            form.setValue('botUuid', answerer.botUuid, { shouldValidate: form.formState.isSubmitted });
            form.setValue('groupUuid', answerer.groupUuid, { shouldValidate: form.formState.isSubmitted });
          }}
          isWrong={errors.botUuid !== undefined}
          notLive="said"
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={areBotsLoading || create.isPending || live.isPending}>
            {live.silent ? t(`bot.connect.${live.silent}`) : t('channels.createSandbox')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
