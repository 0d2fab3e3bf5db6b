import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { BotValues } from './bot-values.ts';
import classes from './Rows.module.css';

const MOST = 30;

/** Names that texts use as `{{name}}`. */
const usedNames = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\{\{\s*([A-Za-z]\w{0,39})\s*\}\}/g)].map(([, name]) => name ?? ''),
    ),
  ),
];

/** `{{name}}` and what stands for it. A name that the texts use and nobody has given a value is offered. */
export function VariablesField() {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<BotValues>();
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
                {...register(`settings.variables.${index}.value`)}
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
              disabled={fields.length >= MOST}
              onClick={() => append({ name, value: '' })}
            >
              {`{{${name}}}`}
            </Button>
          ))}
        </Text>
      )}
      {fields.length < MOST && (
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
