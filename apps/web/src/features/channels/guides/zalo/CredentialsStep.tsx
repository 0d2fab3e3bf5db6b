import type { ConnectZaloInput } from '@hanasu/contract/channels';
import { PasswordInput, Stack, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { Icon } from '../../../../shell/Icon.tsx';
import classes from './ConnectGuide.module.css';
import { GuideStep } from './GuideStep.tsx';
import { useGuideWords } from './use-guide-words.ts';

type Form = UseFormReturn<z.input<typeof ConnectZaloInput>, unknown, z.output<typeof ConnectZaloInput>>;

/** The values to copy, each with the place where it stands. */
export function CredentialsStep({ form }: { form: Form }) {
  const words = useGuideWords();
  const { errors } = form.formState;
  const wrong = (name: 'appId' | 'appSecret' | 'webhookSecret') => {
    const error = errors[name];
    if (!error) return undefined;
    return error.type === 'server' ? error.message : words.shape[name];
  };
  return (
    <GuideStep number={3} title={words.copyFields.title} text={words.copyFields.text}>
      <Stack gap="md">
        <TextInput
          label={words.appId}
          description={words.where.appId}
          placeholder="1234567890123456789"
          inputMode="numeric"
          autoComplete="off"
          {...form.register('appId')}
          error={wrong('appId')}
        />
        <PasswordInput
          label={words.appSecret}
          description={words.where.appSecret}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          {...form.register('appSecret')}
          error={wrong('appSecret')}
        />
        <PasswordInput
          label={words.webhookSecret}
          description={words.where.webhookSecret}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          {...form.register('webhookSecret', {
            setValueAs: (value: unknown) => (typeof value === 'string' && value.trim() ? value : undefined),
          })}
          error={wrong('webhookSecret')}
        />
        <p className={classes.note}>
          <Icon name="shield-check" size={15} /> {words.secretsKept}
        </p>
      </Stack>
    </GuideStep>
  );
}
