import { ChannelSettings, updateChannelSettings } from '@hanasu/contract/channel-settings';
import type { ChannelView } from '@hanasu/contract/channels';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useWords } from '../../../../i18n/use-words.ts';
import { applyFault } from '../../../../shell/apply-fault.ts';
import { LeaveGuard } from '../../../../shell/components/LeaveGuard.tsx';
import { EditableFor } from '../../../../shell/components/OnlyFor.tsx';
import { SaveBar } from '../../../../shell/components/SaveBar.tsx';
import { toasts } from '../../../../shell/toasts.tsx';
import { isBuiltIn } from '../../manifests.ts';
import { useSaveSettings } from '../../settings.queries.ts';
import {
  BackSection,
  BatchingSection,
  GreetingSection,
  HandoverSection,
  LookSection,
  QuotaSection,
  SatisfactionSection,
  TeamSection,
} from './BehaviourSections.tsx';
import { ContentSection } from './ContentSection.tsx';
import { CopySettings } from './CopySettings.tsx';
import { HolidaysSection } from './HolidaysSection.tsx';
import { HoursSection } from './HoursSection.tsx';
import { KeywordsSection } from './KeywordsSection.tsx';
import classes from './Settings.module.css';
import { TryBox } from './TryBox.tsx';

/** What somebody had begun to change when they left, by channel. */
const drafts = new Map<string, ChannelSettings>();

interface SettingsFormProps {
  channel: ChannelView;
  saved: ChannelSettings;
  others: readonly ChannelView[];
}

export function SettingsForm({ channel, saved, others }: SettingsFormProps) {
  const { t } = useWords();
  const save = useSaveSettings(channel.uuid);
  const form = useForm<ChannelSettings>({
    resolver: zodResolver(ChannelSettings),
    defaultValues: saved,
  });
  const { isDirty, errors } = form.formState;
  const isResumed = useDraft(channel.uuid, form, isDirty);
  const send = form.handleSubmit(async (values) => {
    try {
      form.reset(await save.mutateAsync(values));
      toasts.add({ title: t('shell.saved') }, 'saved');
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <FormProvider {...form}>
      <div className={classes.page}>
        <div>
          <EditableFor endpoint={updateChannelSettings}>
            <Stack gap="md">
              {isResumed && isDirty && (
                <Alert color="yellow" role="status">
                  {t('channelSettings.draftKept')}
                </Alert>
              )}
              {errors.root?.message && (
                <Alert color="red" role="alert">
                  {errors.root.message}
                </Alert>
              )}
              <GreetingSection />
              <HoursSection />
              <HolidaysSection />
              <KeywordsSection />
              {!isBuiltIn(channel.kind) && <ContentSection channel={channel} />}
              <HandoverSection />
              <BackSection />
              <TeamSection />
              <SatisfactionSection />
              <LookSection />
              <BatchingSection />
              {channel.quota && <QuotaSection />}
            </Stack>
          </EditableFor>
          <SaveBar
            dirty={isDirty}
            pending={save.isPending}
            onSave={() => void send()}
            onDiscard={() => form.reset(saved)}
          />
        </div>
        <div className={classes.side}>
          <TryBox channelUuid={channel.uuid} />
          <CopySettings channel={channel} others={others} isDirty={isDirty} />
        </div>
      </div>
      {/* Nothing is lost within the application, so only the browser asks. */}
      <LeaveGuard when={isDirty && !save.isPending} save={keepsDraft} />
    </FormProvider>
  );
}

const keepsDraft = async (): Promise<boolean> => true;

/** Puts back what was begun, and keeps what is changed; true when there was something. */
function useDraft(
  uuid: string,
  form: Pick<ReturnType<typeof useForm<ChannelSettings>>, 'getValues' | 'setValue' | 'formState'>,
  isDirty: boolean,
): boolean {
  const [draft] = useState(() => drafts.get(uuid));
  const { getValues, setValue } = form;
  useEffect(() => {
    if (!draft) return;
    for (const name of ChannelSettings.keyof().options) setValue(name, draft[name], { shouldDirty: true });
  }, [draft, setValue]);
  useEffect(
    () => () => {
      if (isDirty) drafts.set(uuid, structuredClone(getValues()));
      else drafts.delete(uuid);
    },
    [uuid, isDirty, getValues],
  );
  return draft !== undefined;
}
