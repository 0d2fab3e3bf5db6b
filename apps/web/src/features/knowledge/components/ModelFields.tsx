import type { KnowledgeModelView } from '@hanasu/contract/knowledge-models';
import { Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { knowledgeModelsQuery } from '../knowledge.queries.ts';
import type { SettingsValues } from '../settings-values.ts';

/** No model has this name, so it can stand for none. */
const NONE = '-';

/** Models that help the search, and what a model that can't be chosen lacks. */
export function ModelFields() {
  const { t } = useWords();
  const models = useQuery(knowledgeModelsQuery);
  if (models.isError) return <FaultNotice error={models.error} onRetry={() => void models.refetch()} />;
  if (!models.data) return <Skeleton height={180} radius="md" aria-hidden />;
  const all = models.data.items;
  return (
    <Stack gap="md">
      <ModelField
        name="settings.embeddingModel"
        label={t('knowledgeSettings.embeddingModel')}
        description={t('knowledgeSettings.embeddingHelp')}
        none={t('knowledgeSettings.noEmbedding')}
        models={all.filter(({ kind }) => kind === 'embedding')}
      />
      <ModelField
        name="settings.reranker"
        label={t('knowledgeSettings.reranker')}
        description={t('knowledgeSettings.rerankerHelp')}
        none={t('knowledgeSettings.noReranker')}
        models={all.filter(({ kind }) => kind === 'reranker')}
      />
      <TranslateField />
    </Stack>
  );
}

interface ModelFieldProps {
  name: 'settings.embeddingModel' | 'settings.reranker';
  label: string;
  description: string;
  none: string;
  models: readonly KnowledgeModelView[];
}

function ModelField({ name, none, models, label, description }: ModelFieldProps) {
  const { t } = useWords();
  const { control } = useFormContext<SettingsValues>();
  const isUsable = models.some(({ available }) => available);
  const settings = [...new Set(models.flatMap(({ setting }) => setting ?? []))].join(', ');
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <div>
          <Select
            label={label}
            description={description}
            data={[{ value: NONE, label: none }, ...choicesOf(models, field.value, t)]}
            value={field.value ?? NONE}
            onChange={(value) => field.onChange(value === NONE ? null : value)}
            onBlur={field.onBlur}
            allowDeselect={false}
            error={fieldState.error?.message}
          />
          {!isUsable && settings !== '' && (
            <Text size="xs" c="dimmed" mt={6}>
              {t('knowledgeSettings.noModels', { settings })}
            </Text>
          )}
        </div>
      )}
    />
  );
}

/** The chosen model stays in the list, also when it is not there any more. */
function choicesOf(
  models: readonly KnowledgeModelView[],
  chosen: string | null,
  t: ReturnType<typeof useWords>['t'],
) {
  const choices = models.map(({ uuid, name, available, setting }) => ({
    value: uuid,
    label: available ? name : t('knowledgeSettings.needsSetting', { name, setting: setting ?? '' }),
    disabled: !available,
  }));
  if (chosen === null || models.some(({ uuid }) => uuid === chosen)) return choices;
  return [
    ...choices,
    { value: chosen, label: t('knowledgeSettings.modelGone', { name: chosen }), disabled: true },
  ];
}

function TranslateField() {
  const { t } = useWords();
  const { control } = useFormContext<SettingsValues>();
  return (
    <Controller
      control={control}
      name="settings.translate"
      render={({ field }) => (
        <Switch
          label={t('knowledgeSettings.translate')}
          description={t('knowledgeSettings.translateHelp')}
          checked={field.value}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}
