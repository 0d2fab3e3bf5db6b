import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../i18n/use-words.ts';

/** A number without a fraction as people write it: full-width digits, groups of three. Null: it is none. */
export function readWholeNumber(text: string): number | null {
  const typed = text.normalize('NFKC').trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  return /^\d{1,3}(?:([,.'\s])\d{3})(?:\1\d{3})*$/.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : null;
}

interface WholeNumberInputProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onBlur'> {
  defaultValue: number | '';
  /** Receives `NaN` for text that is not a whole number. */
  onChange: (value: number | '') => void;
  onBlur: () => void;
}

/** Keeps the text as it is typed and formats it on blur, so that a misread number is seen. */
export function WholeNumberInput({ defaultValue: given, onChange, onBlur, ...props }: WholeNumberInputProps) {
  const format = useFormat();
  const [text, setText] = useState(given === '' || Number.isNaN(given) ? '' : format.number(given));
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        const number = readWholeNumber(typed) ?? Number.NaN;
        // Larger ones are no integers to a program; the most that is allowed is less.
        onChange(typed.trim() === '' ? '' : Math.min(number, Number.MAX_SAFE_INTEGER));
      }}
      onBlur={() => {
        const number = readWholeNumber(text);
        if (number !== null && Number.isSafeInteger(number)) setText(format.number(number));
        onBlur();
      }}
    />
  );
}
