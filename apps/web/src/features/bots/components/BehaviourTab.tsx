import type { BotId } from '@hanasu/contract/ids';
import { Stack, TagsInput, Textarea } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { BusinessHours } from './BusinessHours.tsx';
import type { BotValues } from './bot-values.ts';
import { LinkHosts } from './LinkHosts.tsx';

export function BehaviourTab({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const { register, formState } = useFormContext<BotValues>();
  return (
    <Stack gap="xl">
      <Textarea
        label={t('bots.noAnswerReply')}
        description={t('bots.noAnswerHelp')}
        autosize
        minRows={2}
        maxRows={8}
        {...register('noAnswerReply')}
        error={formState.errors.noAnswerReply?.message}
      />
      <HandoverWords />
      <LinkHosts botUuid={botUuid} />
      <BusinessHours />
    </Stack>
  );
}

function HandoverWords() {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  return (
    <Controller
      control={control}
      name="settings.handoverWords"
      render={({ field, fieldState }) => (
        <TagsInput
          label={t('botEditor.handoverWords')}
          description={t('botEditor.handoverHelp')}
          placeholder={field.value.length === 0 ? t('botEditor.handoverPlaceholder') : ''}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          maxTags={30}
          maxLength={60}
          splitChars={[',', '、', ';']}
          acceptValueOnBlur
          clearable={false}
          error={fieldState.error && t('fields.invalid')}
        />
      )}
    />
  );
}
