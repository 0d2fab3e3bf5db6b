import { type KnowledgeView, updateKnowledge } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Stack } from '@mantine/core';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { LeaveGuard } from '../../../shell/components/LeaveGuard.tsx';
import { EditableFor } from '../../../shell/components/OnlyFor.tsx';
import { SaveBar } from '../../../shell/components/SaveBar.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useChangeKnowledge } from '../knowledge.queries.ts';
import {
  changesOf,
  type DoneAgain,
  doneAgain,
  SettingsInput,
  type SettingsValues,
  valuesOf,
} from '../settings-values.ts';
import { ConfirmAgain } from './ConfirmAgain.tsx';
import { EmbeddingState } from './EmbeddingState.tsx';
import { GeneralFields } from './GeneralFields.tsx';
import { ModelFields } from './ModelFields.tsx';
import { PassageFields } from './PassageFields.tsx';

/** How a base is cut into passages and searched. What makes much work again is asked for before. */
export function SettingsPanel({ base }: { base: KnowledgeView }) {
  const { t } = useWords();
  const change = useChangeKnowledge(base.uuid);
  const form = useForm<SettingsValues>({
    resolver: zodResolver(SettingsInput),
    values: valuesOf(base),
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, errors } = form.formState;
  const [asking, setAsking] = useState<DoneAgain | null>(null);

  const send = async (values: SettingsValues): Promise<void> => {
    setAsking(null);
    try {
      const saved = await change.mutateAsync(changesOf(base, values));
      form.reset(valuesOf(saved));
      toasts.add({ title: t('knowledgeSettings.saved') });
    } catch (error) {
      applyFault(form, error);
    }
  };
  const save = form.handleSubmit(async (values) => {
    const again = doneAgain(base, values.settings);
    if (again) setAsking(again);
    else await send(values);
  });
  return (
    <FormProvider {...form}>
      <EditableFor endpoint={updateKnowledge}>
        <form onSubmit={(event) => void save(event)} noValidate>
          <Stack gap="md">
            {errors.root?.message && (
              <Alert color="red" role="alert">
                {errors.root.message}
              </Alert>
            )}
            <SettingsSection title={t('knowledgeSettings.general')} text={t('knowledgeSettings.generalText')}>
              <GeneralFields />
            </SettingsSection>
            <SettingsSection
              title={t('knowledgeSettings.passages')}
              text={t('knowledgeSettings.passagesText')}
            >
              <PassageFields />
            </SettingsSection>
            <SettingsSection title={t('knowledgeSettings.search')} text={t('knowledgeSettings.searchText')}>
              <Stack gap="lg">
                <ModelFields />
                <EmbeddingState base={base} />
              </Stack>
            </SettingsSection>
          </Stack>
          <SaveBar
            dirty={isDirty}
            pending={change.isPending}
            onSave={() => void save()}
            onDiscard={() => form.reset()}
          />
        </form>
      </EditableFor>
      <LeaveGuard when={isDirty && !change.isPending} />
      <ConfirmAgain
        again={asking}
        onClose={() => setAsking(null)}
        onConfirm={() => void send(form.getValues())}
      />
    </FormProvider>
  );
}
