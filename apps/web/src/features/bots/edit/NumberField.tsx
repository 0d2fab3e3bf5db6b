import { NumberInput, type NumberInputProps } from '@mantine/core';
import { Controller, type FieldPathByValue, useFormContext } from 'react-hook-form';
import type { BotValues } from './bot-values.ts';

interface NumberFieldProps
  extends Pick<
    NumberInputProps,
    | 'label'
    | 'description'
    | 'placeholder'
    | 'step'
    | 'suffix'
    | 'thousandSeparator'
    | 'decimalScale'
    | 'min'
    | 'max'
  > {
  name: FieldPathByValue<BotValues, number | null>;
  /** What an emptied field means. */
  empty: number | null;
  /** Shown are this many times the value: 100 for a share in percent. */
  times?: number;
}

export function NumberField({ name, empty, times = 1, ...input }: NumberFieldProps) {
  const { control } = useFormContext<BotValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <NumberInput
          {...input}
          clampBehavior="none"
          allowDecimal={input.decimalScale !== 0}
          value={field.value === null ? '' : Math.round(field.value * times * 100) / 100}
          onChange={(value) => field.onChange(value === '' ? empty : Number(value) / times)}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}
