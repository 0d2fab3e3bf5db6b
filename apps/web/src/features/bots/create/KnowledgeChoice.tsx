import { MultiSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { knowledgesQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import type { CreateBotForm } from './create-bot-form.ts';

/** What the bot answers from. A template brings a sample only where there is nothing to choose. */
export function KnowledgeChoice({ isTemplate }: { isTemplate: boolean }) {
  const { t } = useWords();
  const { control } = useFormContext() as unknown as CreateBotForm;
  const { data: bases } = useQuery(knowledgesQuery());
  const shown = bases?.items ?? [];
  const hasNone = isTemplate ? shown.every(({ sample }) => sample) : shown.length === 0;
  if (bases && hasNone) {
    return (
      <Text size="sm" c="dimmed">
        {t(isTemplate ? 'botEditor.templateNote' : 'bots.noKnowledgeYet')}
      </Text>
    );
  }
  return (
    <Controller
      control={control}
      name="knowledgeUuids"
      render={({ field, fieldState }) => (
        <MultiSelect
          label={t('bots.chooseKnowledge')}
          placeholder={field.value?.length ? '' : t('bots.chooseKnowledgePlaceholder')}
          data={shown.map(({ uuid, name, sample }) => ({
            value: uuid,
            label: sample ? t('botCreate.sampleBase', { name }) : name,
          }))}
          value={(field.value ?? []) as string[]}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          searchable
        />
      )}
    />
  );
}
