import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { BotValues } from './bot-values.ts';
import classes from './Rows.module.css';

const MOST = 6;

/** Questions that a chat offers before the first one is typed. */
export function SuggestedQuestions() {
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
