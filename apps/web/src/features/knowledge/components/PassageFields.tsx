import { NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import type { SettingsValues } from '../settings-values.ts';
import { PassageExample } from './PassageExample.tsx';

/** Sizes of passages, with what they come to in words. */
export function PassageFields() {
  const { t } = useWords();
  const { watch } = useFormContext<SettingsValues>();
  const { chunkTokens, overlapPercent } = watch('settings');
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <SizeField
          name="settings.chunkTokens"
          label={t('knowledgeSettings.size')}
          suffix={` ${t('knowledgeSettings.tokens')}`}
          step={20}
          min={80}
          max={1000}
        />
        <SizeField
          name="settings.overlapPercent"
          label={t('knowledgeSettings.overlap')}
          description={t('knowledgeSettings.overlapHelp')}
          suffix=" %"
          step={5}
          min={0}
          max={50}
        />
      </SimpleGrid>
      <PassageExample chunkTokens={chunkTokens} overlapPercent={overlapPercent} />
    </Stack>
  );
}

interface SizeFieldProps {
  name: 'settings.chunkTokens' | 'settings.overlapPercent';
  label: string;
  description?: string;
  suffix: string;
  step: number;
  min: number;
  max: number;
}

function SizeField({ name, ...input }: SizeFieldProps) {
  const { control } = useFormContext<SettingsValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <NumberInput
          {...input}
          allowDecimal={false}
          clampBehavior="blur"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={field.value}
          onChange={(value) => field.onChange(value === '' ? input.min : Number(value))}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}
