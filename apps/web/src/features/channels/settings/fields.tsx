import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import {
  NumberInput,
  type NumberInputProps,
  Select,
  Switch,
  TagsInput,
  Textarea,
  type TextareaProps,
} from '@mantine/core';
import { Controller, type FieldPathByValue, useFormContext } from 'react-hook-form';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';

interface NumberFieldProps extends Pick<NumberInputProps, 'label' | 'description' | 'suffix' | 'step'> {
  name: FieldPathByValue<ChannelSettings, number | null>;
  min: number;
  max: number;
  /** What an emptied field means. */
  empty: number | null;
  /** Shown is this part of the value: 1000 for milliseconds as seconds, 0.01 for a share in percent. */
  per?: number;
}

/** A number of the settings. */
export function NumberField({ name, empty, per = 1, ...input }: NumberFieldProps) {
  const { control } = useFormContext<ChannelSettings>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => {
        const shared = {
          ...input,
          value: field.value === null ? ('' as const) : toStored(field.value / per),
          onChange: (value: string | number) =>
            field.onChange(value === '' ? empty : toStored(Number(value) * per)),
          onBlur: field.onBlur,
          error: fieldState.error?.message,
          ref: field.ref,
        };
        return per > 1 ? <NumberInput {...shared} clampBehavior="none" /> : <WholeNumberInput {...shared} />;
      }}
    />
  );
}

/** 0.07 × 100 is not 7 in floating point; nothing here is finer than a hundredth. */
const toStored = (value: number): number => Math.round(value * 100) / 100;

interface FieldProps<Value> {
  name: FieldPathByValue<ChannelSettings, Value>;
  label: string;
  description?: string;
}

export function SwitchField({ name, label, description }: FieldProps<boolean>) {
  const { control } = useFormContext<ChannelSettings>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Switch
          label={label}
          description={description}
          checked={field.value}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
          onBlur={field.onBlur}
          ref={field.ref}
        />
      )}
    />
  );
}

export function SelectField({
  name,
  label,
  description,
  data,
  searchable = false,
}: FieldProps<string> & { data: { value: string; label: string }[]; searchable?: boolean }) {
  const { control } = useFormContext<ChannelSettings>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          label={label}
          description={description}
          data={data}
          searchable={searchable}
          value={field.value}
          onChange={(value) => value && field.onChange(value)}
          onBlur={field.onBlur}
          allowDeselect={false}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}

export function TextField({
  name,
  label,
  description,
  maxLength = 2000,
}: FieldProps<string | undefined> & Pick<TextareaProps, 'maxLength'>) {
  const { register, formState, getFieldState } = useFormContext<ChannelSettings>();
  return (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={maxLength}
      {...register(name)}
      error={getFieldState(name, formState).error?.message}
    />
  );
}

export function WordsField({ name, label, description }: FieldProps<string[]>) {
  const { control } = useFormContext<ChannelSettings>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TagsInput
          label={label}
          description={description}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          maxTags={50}
          maxLength={60}
          splitChars={[',', '、', '\n']}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
}
