import { type KnowledgeView, updateKnowledge } from '@hanasu/contract/knowledge';
import { KNOWLEDGE_LANGUAGES } from '@hanasu/contract/knowledge-settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useChangeKnowledge } from '../../../entities/knowledge/knowledge.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { CanEdit } from '../../../shell/components/Can.tsx';
import { SaveBar } from '../../../shell/components/SaveBar.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { ModelFields, PassageFields } from './SettingsFields.tsx';
import {
  changesOf,
  type DoneAgain,
  doneAgain,
  SettingsInput,
  type SettingsValues,
  valuesOf,
} from './settings-values.ts';

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
      applyFormError(form, error);
    }
  };
  const save = form.handleSubmit(async (values) => {
    const again = doneAgain(base, values.settings);
    if (again) setAsking(again);
    else await send(values);
  });
  return (
    <FormProvider {...form}>
      <CanEdit endpoint={updateKnowledge}>
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
      </CanEdit>
      <LeaveGuard when={isDirty && !change.isPending} />
      <ConfirmAgain
        again={asking}
        onClose={() => setAsking(null)}
        onConfirm={() => void send(form.getValues())}
      />
    </FormProvider>
  );
}

interface ConfirmAgainProps {
  /** Null: nothing is asked. */
  again: DoneAgain | null;
  onClose: () => void;
  onConfirm: () => void;
}

/** Says what a change of settings makes necessary before it is saved. */
function ConfirmAgain({ again, onClose, onConfirm }: ConfirmAgainProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={again !== null}
      onClose={onClose}
      title={t('knowledgeSettings.againTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Stack gap={6}>
          {again !== null && again.documents > 0 && (
            <Text size="sm">{t('knowledgeSettings.againDocuments', { count: again.documents })}</Text>
          )}
          {again !== null && again.passages > 0 && (
            <Text size="sm">{t('knowledgeSettings.againVectors', { count: again.passages })}</Text>
          )}
          <Text size="sm" c="dimmed">
            {t('knowledgeSettings.againMeanwhile')}
          </Text>
        </Stack>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button onClick={onConfirm} data-autofocus>
            {t('knowledgeSettings.saveAgain')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** How far the passages of a base are ready for search by meaning, and why that stopped. */
function EmbeddingState({ base }: { base: KnowledgeView }) {
  const { t } = useWords();
  const format = useFormat();
  const { vectors, settings } = base;
  if (settings.embeddingModel === null || vectors.total === 0) return null;
  const { embedded, total, paused } = vectors;
  const isReady = embedded >= total && vectors.next === null;
  return (
    <Stack gap="xs" role="status">
      {isReady ? (
        <Text size="sm">{t('knowledgeSettings.vectorsReady', { count: total })}</Text>
      ) : (
        <>
          <Text size="sm" className="numbers">
            {t('knowledgeSettings.vectorsMaking', {
              done: format.number(embedded),
              total: format.number(total),
            })}{' '}
            {vectors.model ? t('knowledgeSettings.vectorsServing') : t('knowledgeSettings.vectorsWords')}
          </Text>
          <Progress
            value={(embedded / total) * 100}
            animated={paused === null}
            color={paused === null ? 'green' : 'gray'}
            aria-label={t('knowledgeSettings.vectorsProgress')}
          />
        </>
      )}
      {paused !== null && <Alert color="yellow">{t(`knowledgeSettings.paused.${paused}`)}</Alert>}
    </Stack>
  );
}

function GeneralFields() {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<SettingsValues>();
  return (
    <Stack gap="md">
      <TextInput label={t('knowledge.name')} {...register('name')} error={formState.errors.name?.message} />
      <Controller
        control={control}
        name="settings.language"
        render={({ field }) => (
          <Select
            label={t('knowledgeSettings.language')}
            description={t('knowledgeSettings.languageHelp')}
            data={KNOWLEDGE_LANGUAGES.map((language) => ({
              value: language,
              label: t(`knowledgeSettings.languages.${language}`),
            }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            allowDeselect={false}
          />
        )}
      />
    </Stack>
  );
}
