import { NumberInput, type NumberInputProps } from '@mantine/core';
import { Controller, type FieldPathByValue, useFormContext } from 'react-hook-form';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import type { BotValues } from './bot-values.ts';

interface NumberFieldProps
  extends Pick<NumberInputProps, 'label' | 'description' | 'placeholder' | 'step' | 'suffix'> {
  name: FieldPathByValue<BotValues, number | null>;
  min: number;
  max: number;
  /** Digits behind the point. */
  decimalScale: number;
  /** What an emptied field means. */
  empty: number | null;
  /** Shown are this many times the value: 100 for a share in percent. */
  times?: number;
}

/** A number of the draft. */
export function NumberField({ name, empty, times = 1, decimalScale, ...input }: NumberFieldProps) {
  const { control } = useFormContext<BotValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => {
        const shared = {
          ...input,
          value: field.value === null ? ('' as const) : Math.round(field.value * times * 100) / 100,
          onChange: (value: string | number) => field.onChange(value === '' ? empty : Number(value) / times),
          onBlur: field.onBlur,
          error: fieldState.error?.message,
          ref: field.ref,
        };
        return decimalScale === 0 ? (
          <WholeNumberInput {...shared} />
        ) : (
          <NumberInput {...shared} decimalScale={decimalScale} clampBehavior="none" />
        );
      }}
    />
  );
}
