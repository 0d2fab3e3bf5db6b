import { LOCALES } from '@hanasu/contract/accounts';
import { TONES } from '@hanasu/contract/bots';
import { ActionIcon, Button, Input, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { BotValues } from './bot-values.ts';
import classes from './Rows.module.css';
import { SelectField } from './SelectField.tsx';
import { VariablesField } from './VariablesField.tsx';

const MOST = 6;

/** Questions that a chat offers before the first one is typed. */
function SuggestedQuestions() {
  const { t } = useWords();
  const { control, formState } = useFormContext<BotValues>();
  const errors = formState.errors.settings?.suggestedQuestions;
  return (
    <Controller
      control={control}
      name="settings.suggestedQuestions"
      render={({ field }) => {
        const change = (index: number, text: string) => field.onChange(field.value.with(index, text));
        return (
          <Input.Wrapper
            labelElement="div"
            label={t('botEditor.suggested')}
            description={t('botEditor.suggestedHelp')}
          >
            <div className={classes.rows}>
              {field.value.map((question, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike, and each is told by its place.
                <div key={index} className={classes.row}>
                  <TextInput
                    aria-label={t('botEditor.question', { number: index + 1 })}
                    value={question}
                    onChange={(event) => change(index, event.currentTarget.value)}
                    onBlur={field.onBlur}
                    error={question.trim() ? errors?.[index]?.message : undefined}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    onClick={() => field.onChange(field.value.toSpliced(index, 1))}
                    aria-label={t('botEditor.removeRow', { number: index + 1 })}
                  >
                    <Icon name="x" />
                  </ActionIcon>
                </div>
              ))}
            </div>
            {field.value.length < MOST && (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<Icon name="plus" size={14} />}
                onClick={() => field.onChange([...field.value, ''])}
              >
                {t('botEditor.addQuestion')}
              </Button>
            )}
          </Input.Wrapper>
        );
      }}
    />
  );
}

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
