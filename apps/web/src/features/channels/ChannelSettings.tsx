import { ChannelPatch, type ChannelView, updateChannel } from '@hanasu/contract/channels';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, NumberInput, Stack, TextInput } from '@mantine/core';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useUpdateChannel } from '../../entities/channel/channels.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { CanEdit } from '../../shell/components/Can.tsx';
import { SaveBar } from '../../shell/components/SaveBar.tsx';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { LeaveGuard } from '../../shell/layout/LeaveGuard.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { AnswererSelect } from './AnswererSelect.tsx';
import classes from './Channels.module.css';

const Settings = ChannelPatch.required({ name: true, batchingDelay: true }).omit({ paused: true });
type Values = z.input<typeof Settings>;

const valuesOf = ({ name, botUuid, groupUuid, batchingDelay }: ChannelView): Values => ({
  name,
  botUuid: botUuid ?? undefined,
  groupUuid: groupUuid ?? undefined,
  batchingDelay,
});

export function ChannelSettings({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const update = useUpdateChannel(channel.uuid);
  const form = useForm<Values, unknown, z.output<typeof Settings>>({
    resolver: zodResolver(Settings),
    defaultValues: valuesOf(channel),
  });
  const { errors, isDirty } = form.formState;
  const [botUuid, groupUuid] = useWatch({ control: form.control, name: ['botUuid', 'groupUuid'] });
  const save = form.handleSubmit(async (values) => {
    try {
      form.reset(valuesOf(await update.mutateAsync(values)));
      toasts.add({ title: t('shell.saved') }, 'saved');
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SettingsSection title={t('channels.settings')}>
        {errors.root?.message && (
          <Alert color="red" role="alert" mb="md">
            {errors.root.message}
          </Alert>
        )}
        <CanEdit endpoint={updateChannel}>
          <Stack gap="lg" className={classes.fields ?? ''}>
            <TextInput
              label={t('channels.name')}
              description={t('channels.nameHelp')}
              {...form.register('name')}
              error={errors.name?.message}
            />
            <AnswererSelect
              botUuid={botUuid}
              groupUuid={groupUuid}
              onChange={(answerer) => {
                form.setValue('botUuid', answerer.botUuid, { shouldDirty: true });
                form.setValue('groupUuid', answerer.groupUuid, { shouldDirty: true });
              }}
              // Of the one that is saved the page says it.
              notLive={botUuid === channel.botUuid ? 'hidden' : 'publish'}
              isWrong={errors.botUuid !== undefined || errors.groupUuid !== undefined}
            />
            <Controller
              control={form.control}
              name="batchingDelay"
              render={({ field }) => (
                <NumberInput
                  label={t('channels.batching')}
                  description={t('channels.batchingHelp')}
                  suffix={` ${t('channels.seconds')}`}
                  min={0}
                  max={30}
                  step={0.5}
                  decimalScale={1}
                  value={field.value / 1000}
                  onChange={(value) => field.onChange(Math.round(Number(value) * 1000))}
                  onBlur={field.onBlur}
                  error={errors.batchingDelay?.message}
                />
              )}
            />
          </Stack>
        </CanEdit>
      </SettingsSection>
      <SaveBar
        dirty={isDirty}
        pending={update.isPending}
        onSave={() => void save()}
        onDiscard={() => form.reset()}
      />
      <LeaveGuard when={isDirty} />
    </form>
  );
}
