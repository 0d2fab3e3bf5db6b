import { LOCALES } from '@hanasu/contract/accounts';
import { TONES } from '@hanasu/contract/bots';
import { ActionIcon, Button, Input, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { BotValues } from './bot-values.ts';
import classes from './Rows.module.css';
import { SelectField } from './SelectField.tsx';

const MAX_STARTERS = 6;

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
            {field.value.length < MAX_STARTERS && (
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

const MAX_VARIABLES = 30;

/** Names that texts use as `{{name}}`. */
const usedNames = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\{\{\s*([A-Za-z]\w{0,39})\s*\}\}/g)].map(([, name]) => name ?? ''),
    ),
  ),
];

/** `{{name}}` and what stands for it. A name that the texts use and nobody has given a value is offered. */
function VariablesField() {
  const { t } = useWords();
  const { control, register, setValue, formState } = useFormContext<BotValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'settings.variables' });
  const [instructions, greeting, noAnswerReply, variables] = useWatch({
    control,
    name: ['instructions', 'greeting', 'noAnswerReply', 'settings.variables'],
  });
  const known = new Set(variables.map(({ name }) => name));
  const missing = usedNames([instructions, greeting, noAnswerReply]).filter((name) => !known.has(name));
  const errors = formState.errors.settings?.variables;
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('botEditor.variables')}
      description={t('botEditor.variablesHelp', { example: '{{shop_name}}' })}
    >
      <div className={classes.rows}>
        {fields.map(({ id }, index) => {
          const isEmpty = !variables[index]?.name && !variables[index]?.value;
          const problem = isEmpty ? undefined : errors?.[index];
          return (
            <div key={id} className={classes.variable}>
              <TextInput
                aria-label={t('botEditor.variableName', { number: index + 1 })}
                placeholder={t('botEditor.variableNamePlaceholder')}
                {...register(`settings.variables.${index}.name`)}
                error={problem?.name && t('botEditor.variableNameWrong')}
              />
              <TextInput
                aria-label={t('botEditor.variableValue', { number: index + 1 })}
                placeholder={t('botEditor.variableValuePlaceholder')}
                {...register(`settings.variables.${index}.value`, {
                  // What was typed is no sample any more.
                  onChange: () => setValue(`settings.variables.${index}.sample`, undefined),
                })}
                error={problem?.value?.message}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                onClick={() => remove(index)}
                aria-label={t('botEditor.removeRow', { number: index + 1 })}
              >
                <Icon name="x" />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      {missing.length > 0 && (
        <Text size="sm" component="p" className={classes.missing}>
          {t('botEditor.variablesMissing')}{' '}
          {missing.map((name) => (
            <Button
              key={name}
              size="compact-xs"
              variant="light"
              disabled={fields.length >= MAX_VARIABLES}
              onClick={() => append({ name, value: '' })}
            >
              {`{{${name}}}`}
            </Button>
          ))}
        </Text>
      )}
      {fields.length < MAX_VARIABLES && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => append({ name: '', value: '' })}
        >
          {t('botEditor.addVariable')}
        </Button>
      )}
    </Input.Wrapper>
  );
}
