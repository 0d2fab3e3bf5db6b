import { LOCALES } from '@hanasu/contract/accounts';
import { TONES } from '@hanasu/contract/bots';
import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import type { BotValues } from './bot-values.ts';
import { SelectField } from './SelectField.tsx';
import { SuggestedQuestions } from './SuggestedQuestions.tsx';
import { VariablesField } from './VariablesField.tsx';

export function InstructionsTab() {
  const { t } = useWords();
  const { register, formState } = useFormContext<BotValues>();
  const { errors } = formState;
  return (
    <Stack gap="lg">
      <TextInput
        label={t('bots.name')}
        description={t('bots.nameHelp')}
        {...register('name')}
        error={errors.name?.message}
      />
      <Textarea
        label={t('bots.instructions')}
        description={t('bots.instructionsHelp')}
        placeholder={t('bots.instructionsPlaceholder')}
        autosize
        minRows={9}
        maxRows={26}
        {...register('instructions')}
        error={errors.instructions?.message}
      />
      <VariablesField />
      <Textarea
        label={t('bots.greeting')}
        description={t('bots.greetingHelp')}
        autosize
        minRows={2}
        maxRows={8}
        {...register('greeting')}
        error={errors.greeting?.message}
      />
      <SuggestedQuestions />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <SelectField
          name="settings.tone"
          label={t('botEditor.tone')}
          description={t('botEditor.toneHelp')}
          data={TONES.map((tone) => ({ value: tone, label: t(`botEditor.tones.${tone}`) }))}
        />
        <SelectField
          name="settings.language"
          label={t('botEditor.language')}
          description={t('botEditor.languageHelp')}
          none={t('botEditor.languageOfCustomer')}
          data={LOCALES.map((locale) => ({
            value: locale,
            label: t('botEditor.alwaysIn', { language: LOCALE_NAMES[locale] }),
          }))}
        />
      </SimpleGrid>
    </Stack>
  );
}
