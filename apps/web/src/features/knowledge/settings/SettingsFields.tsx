import type { KnowledgeModelView } from '@hanasu/contract/knowledge-models';
import { Select, SimpleGrid, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { knowledgeModelsQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { ModelOption } from '../../../shell/components/ModelOption.tsx';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { useModelName } from '../../../shell/use-model-name.ts';
import classes from './SettingsPanel.module.css';
import type { SettingsValues } from './settings-values.ts';

/** No model has this name, so it can stand for none. */
const NONE = '-';

/** Models that help the search, and what a model that can't be chosen lacks. */
export function ModelFields() {
  const { t } = useWords();
  const models = useQuery(knowledgeModelsQuery);
  if (models.isError) return <ErrorNotice error={models.error} onRetry={() => void models.refetch()} />;
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
  const format = useFormat();
  const nameOf = useModelName();
  const { control } = useFormContext<SettingsValues>();
  const priceOf = (value: string): string | undefined => {
    const model = models.find(({ uuid }) => uuid === value);
    if (!model) return undefined;
    const { rate, perCall } = model;
    const prices = [
      rate > 0 && t('knowledgeSettings.rate', { rate: format.decimal(rate) }),
      perCall > 0 && t('knowledgeSettings.perCall', { count: perCall, tokens: format.number(perCall) }),
      rate + perCall === 0 && t('knowledgeSettings.free'),
    ];
    return prices.filter(Boolean).join(' · ');
  };
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
            data={[{ value: NONE, label: none }, ...choicesOf(models, field.value, { t, nameOf })]}
            value={field.value ?? NONE}
            onChange={(value) => field.onChange(value === NONE ? null : value)}
            onBlur={field.onBlur}
            allowDeselect={false}
            error={fieldState.error?.message}
            renderOption={({ option, checked }) => (
              <ModelOption label={option.label} price={priceOf(option.value)} checked={checked} />
            )}
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
  { t, nameOf }: { t: ReturnType<typeof useWords>['t']; nameOf: ReturnType<typeof useModelName> },
) {
  const choices = models.map((model) => {
    const { uuid, available, setting } = model;
    const name = nameOf(model);
    return {
      value: uuid,
      label: available ? name : t('knowledgeSettings.needsSetting', { name, setting: setting ?? '' }),
      disabled: !available,
    };
  });
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

/** Words (Japanese: characters) of a token, about, and of a full page. */
const LENGTHS = {
  en: { perToken: 0.75, perPage: 500 },
  ja: { perToken: 1.15, perPage: 1_200 },
  vi: { perToken: 0.7, perPage: 500 },
} as const;
const DRAWN = 3;

interface PassageExampleProps {
  chunkTokens: number;
  overlapPercent: number;
}

/** What the sizes come to, in words and drawn: three passages of which each repeats the end of the one before. */
function PassageExample({ chunkTokens, overlapPercent }: PassageExampleProps) {
  const { t, locale } = useWords();
  const format = useFormat();
  const { perToken, perPage } = LENGTHS[locale];
  const overlap = Math.min(50, Math.max(0, overlapPercent)) / 100;
  const size = rounded(chunkTokens * perToken);
  const repeated = rounded(size * overlap);
  const pages = Math.max(1, Math.round(perPage / Math.max(1, size * (1 - overlap))));
  const length = (count: number) =>
    t(`knowledgeSettings.exampleLength.${locale}`, { length: format.number(count) });
  // All three together are as wide as the box.
  const width = 100 / (DRAWN - (DRAWN - 1) * overlap);
  return (
    <figure className={classes.example}>
      <div className={classes.bars} aria-hidden>
        {Array.from({ length: DRAWN }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: three bars that never move.
            key={index}
            className={classes.bar}
            style={
              {
                width: `${width}%`,
                insetInlineStart: `${index * width * (1 - overlap)}%`,
                '--repeated': index === 0 ? '0%' : `${overlap * 100}%`,
              } as CSSProperties
            }
          >
            {index + 1}
          </div>
        ))}
      </div>
      <figcaption className={classes.caption}>
        {t('knowledgeSettings.exampleText', { size: length(size) })}{' '}
        {repeated > 0
          ? t('knowledgeSettings.exampleOverlap', { size: length(repeated) })
          : t('knowledgeSettings.exampleNoOverlap')}{' '}
        {t('knowledgeSettings.examplePages', { count: pages })}
      </figcaption>
    </figure>
  );
}

const rounded = (count: number): number => (count < 20 ? Math.round(count) : Math.round(count / 5) * 5);

/** Sizes of passages, with what they come to in words. */
export function PassageFields() {
  const { t } = useWords();
  const { watch } = useFormContext<SettingsValues>();
  const { chunkTokens, overlapPercent } = watch('settings');
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <SizeField
          name="settings.chunkTokens"
          label={t('knowledgeSettings.size')}
          suffix={` ${t('knowledgeSettings.tokens')}`}
          step={20}
          min={80}
          max={1000}
        />
        <SizeField
          name="settings.overlapPercent"
          label={t('knowledgeSettings.overlap')}
          description={t('knowledgeSettings.overlapHelp')}
          suffix=" %"
          step={5}
          min={0}
          max={50}
        />
      </SimpleGrid>
      {Number.isInteger(chunkTokens + overlapPercent) && (
        <PassageExample chunkTokens={chunkTokens} overlapPercent={overlapPercent} />
      )}
    </Stack>
  );
}

interface SizeFieldProps {
  name: 'settings.chunkTokens' | 'settings.overlapPercent';
  label: string;
  description?: string;
  suffix: string;
  step: number;
  min: number;
  max: number;
}

function SizeField({ name, ...input }: SizeFieldProps) {
  const { control } = useFormContext<SettingsValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <WholeNumberInput
          {...input}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={field.value}
          onChange={(value) => field.onChange(value === '' ? input.min : value)}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}
