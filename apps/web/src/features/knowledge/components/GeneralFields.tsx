import { KNOWLEDGE_LANGUAGES } from '@hanasu/contract/knowledge-settings';
import { Select, Stack, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import type { SettingsValues } from '../settings-values.ts';

export function GeneralFields() {
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
