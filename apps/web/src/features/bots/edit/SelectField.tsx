import { Select, type SelectProps } from '@mantine/core';
import { Controller, type FieldPathByValue, useFormContext } from 'react-hook-form';
import type { BotValues } from './bot-values.ts';

interface SelectFieldProps extends Pick<SelectProps, 'renderOption'> {
  name: FieldPathByValue<BotValues, string | null>;
  label: string;
  description?: string;
  data: { value: string; label: string; disabled?: boolean }[];
  /** Words of the choice that stands for null; without it there is none. */
  none?: string;
}

/** No value of a choice is empty, so that this one is free. */
const NONE = '-';

/** One of a list, saved as it is chosen. */
export function SelectField({ name, label, description, data, none, renderOption }: SelectFieldProps) {
  const { control } = useFormContext<BotValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          label={label}
          description={description}
          data={none === undefined ? data : [{ value: NONE, label: none }, ...data]}
          value={field.value ?? NONE}
          onChange={(value) => field.onChange(value === NONE ? null : value)}
          onBlur={field.onBlur}
          allowDeselect={false}
          {...(renderOption && { renderOption })}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}
