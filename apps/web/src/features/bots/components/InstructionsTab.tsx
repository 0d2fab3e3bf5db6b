import { Stack, Textarea, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import type { BotValues } from './bot-values.ts';

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
      <Textarea
        label={t('bots.greeting')}
        description={t('bots.greetingHelp')}
        autosize
        minRows={2}
        maxRows={8}
        {...register('greeting')}
        error={errors.greeting?.message}
      />
      <Textarea
        label={t('bots.noAnswerReply')}
        description={t('bots.noAnswerHelp')}
        autosize
        minRows={2}
        maxRows={8}
        {...register('noAnswerReply')}
        error={errors.noAnswerReply?.message}
      />
    </Stack>
  );
}
