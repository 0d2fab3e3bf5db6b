import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../i18n/use-words.ts';

/** A number without a fraction as people write it: full-width digits, groups of three. Null: it is none. */
export function readWholeNumber(text: string): number | null {
  const typed = text.normalize('NFKC').trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  return /^\d{1,3}(?:([,.'\s])\d{3})(?:\1\d{3})*$/.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : null;
}

interface WholeNumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: number | '';
  /** Is given `NaN` for what is no whole number: it stands as it was typed. */
  onChange: (value: number | '') => void;
  onBlur: () => void;
}

/** Changes nothing while it is typed: a number that is read otherwise than it was meant would be the worst. */
export function WholeNumberInput({ value, onChange, onBlur, ...props }: WholeNumberInputProps) {
  const format = useFormat();
  const [text, setText] = useState(value === '' || Number.isNaN(value) ? '' : format.number(value));
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        onChange(typed.trim() === '' ? '' : (readWholeNumber(typed) ?? Number.NaN));
      }}
      onBlur={() => {
        const number = readWholeNumber(text);
        if (number !== null && Number.isSafeInteger(number)) setText(format.number(number));
        onBlur();
      }}
    />
  );
}
