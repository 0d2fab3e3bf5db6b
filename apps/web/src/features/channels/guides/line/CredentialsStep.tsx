import type { ConnectLineInput } from '@hanasu/contract/channels';
import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { Icon } from '../../../../shell/Icon.tsx';
import classes from './ConnectGuide.module.css';
import { GuideStep } from './GuideStep.tsx';
import { useGuideWords } from './use-guide-words.ts';

export const CREDENTIALS = ['channelId', 'channelSecret', 'channelAccessToken', 'assertionKey'] as const;

/** Where tokens come from, and the field that goes with it. */
const FIELDS = { automatic: null, token: 'channelAccessToken', key: 'assertionKey' } as const;
const ACCESSES = ['automatic', 'token', 'key'] as const satisfies readonly (keyof typeof FIELDS)[];
export type Access = keyof typeof FIELDS;

interface CredentialsStepProps {
  form: UseFormReturn<z.input<typeof ConnectLineInput>, unknown, z.output<typeof ConnectLineInput>>;
  access: Access;
  onAccess: (access: Access) => void;
}

/** The two values to copy, each with the place where it stands; tokens are asked for with them, if nobody wants it otherwise. */
export function CredentialsStep({ form, access, onAccess }: CredentialsStepProps) {
  const words = useGuideWords();
  const { errors } = form.formState;
  const wordsFor = (name: (typeof CREDENTIALS)[number]) => {
    const error = errors[name];
    if (!error) return undefined;
    return error.type === 'server' ? error.message : words.shape[name];
  };
  const choose = (value: string) => {
    onAccess(ACCESSES.find((known) => known === value) ?? 'automatic');
    // What was typed for another way is not sent.
    for (const name of ['channelAccessToken', 'assertionKey'] as const) {
      form.setValue(name, undefined);
      form.clearErrors(name);
    }
  };
  const field = FIELDS[access];
  return (
    <GuideStep number={2} title={words.steps.copy.title} text={words.steps.copy.text}>
      <Stack gap="md">
        <TextInput
          label={words.channelId}
          description={words.where.channelId}
          placeholder="1234567890"
          inputMode="numeric"
          autoComplete="off"
          {...form.register('channelId')}
          error={wordsFor('channelId')}
        />
        <PasswordInput
          label={words.channelSecret}
          description={words.where.channelSecret}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          {...form.register('channelSecret')}
          error={wordsFor('channelSecret')}
        />
        <Radio.Group label={words.access.title} value={access} onChange={choose}>
          <Stack gap="xs" mt={6}>
            {ACCESSES.map((each) => (
              <Radio
                key={each}
                value={each}
                label={words.access[each]}
                description={words.access[`${each}Text`]}
              />
            ))}
          </Stack>
        </Radio.Group>
        {field && (
          <PasswordInput
            key={field}
            label={words[field]}
            description={words.where[field]}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': words.show }}
            {...form.register(field)}
            error={wordsFor(field)}
          />
        )}
        <p className={classes.note}>
          <Icon name="shield-check" size={15} /> {words.secretsKept}
        </p>
      </Stack>
    </GuideStep>
  );
}
