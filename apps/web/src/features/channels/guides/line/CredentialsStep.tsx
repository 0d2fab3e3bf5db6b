import type { ConnectLineInput } from '@hanasu/contract/channels';
import { PasswordInput, Stack, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useWords } from '../../../../i18n/use-words.ts';
import { Icon } from '../../../../shell/Icon.tsx';
import classes from './ConnectGuide.module.css';
import { GuideStep } from './GuideStep.tsx';

export const CREDENTIALS = ['channelId', 'channelSecret', 'channelAccessToken'] as const;

type Form = UseFormReturn<z.input<typeof ConnectLineInput>, unknown, z.output<typeof ConnectLineInput>>;

/** The three values to copy, each with the place where it stands. */
export function CredentialsStep({ form }: { form: Form }) {
  const { t } = useWords();
  const { errors } = form.formState;
  const wordsFor = (name: (typeof CREDENTIALS)[number]) => {
    const error = errors[name];
    if (!error) return undefined;
    return error.type === 'server' ? error.message : t(`line.shape.${name}`);
  };
  return (
    <GuideStep number={2} title={t('line.steps.copy.title')} text={t('line.steps.copy.text')}>
      <Stack gap="md">
        <TextInput
          label={t('line.channelId')}
          description={t('line.where.channelId')}
          placeholder="1234567890"
          inputMode="numeric"
          autoComplete="off"
          {...form.register('channelId')}
          error={wordsFor('channelId')}
        />
        <PasswordInput
          label={t('line.channelSecret')}
          description={t('line.where.channelSecret')}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('line.show') }}
          {...form.register('channelSecret')}
          error={wordsFor('channelSecret')}
        />
        <PasswordInput
          label={t('line.channelAccessToken')}
          description={t('line.where.channelAccessToken')}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('line.show') }}
          {...form.register('channelAccessToken')}
          error={wordsFor('channelAccessToken')}
        />
        <p className={classes.note}>
          <Icon name="shield-check" size={15} /> {t('line.secretsKept')}
        </p>
      </Stack>
    </GuideStep>
  );
}
