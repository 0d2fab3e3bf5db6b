import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';

/** A number without a fraction as people write it: full-width digits, groups of three. Null: it is none. */
export function readWholeNumber(text: string, isSigned = false): number | null {
  const typed = text.normalize('NFKC').trim();
  if (isSigned && /^[-−]/.test(typed)) {
    const number = readWholeNumber(typed.slice(1));
    return number === null ? null : 0 - number;
  }
  if (/^\d+$/.test(typed)) return Number(typed);
  return /^\d{1,3}(?:([,.'\s])\d{3})(?:\1\d{3})*$/.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : null;
}

/** Whether the field holds a whole number: it is neither empty nor unreadable. */
export const isWholeNumber = (value: number | ''): value is number => Number.isInteger(value);

interface NumberParts {
  /** Follows this one when it changes; null: none. */
  value?: number | '' | null;
  defaultValue?: number | '';
  /** Numbers outside are set to the bound when the field is left. Below 0: numbers may have a sign. */
  min?: number;
  max?: number;
  /** What the arrow keys add. */
  step?: number;
  /** Unit behind the number. */
  suffix?: string;
  /** Receives `NaN` for text that is not a whole number. */
  onChange?: (value: number | '') => void;
  onBlur?: (value: number | '') => void;
}
interface WholeNumberInputProps extends NumberParts, Omit<TextInputProps, keyof NumberParts | 'onKeyDown'> {}

/** Keeps the text as it is typed and formats it on blur, so that a misread number is seen. */
export function WholeNumberInput(all: WholeNumberInputProps) {
  const { value, defaultValue, min, max, step, suffix, onChange, onBlur, error, ...props } = all;
  const { t } = useWords();
  const { isWrong, ...field } = useNumberText(all);
  return (
    <TextInput
      // Keyboards of digits alone have no sign.
      inputMode={min !== undefined && min < 0 ? 'text' : 'numeric'}
      autoComplete="off"
      {...props}
      {...field}
      error={error || (isWrong && t('fields.wholeNumber'))}
    />
  );
}

const ARROWS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** The text in the field, and what typing, arrow keys and leaving make of it. */
function useNumberText({
  value,
  defaultValue = '',
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  suffix = '',
  onChange,
  onBlur,
}: NumberParts) {
  const format = useFormat();
  const write = (number: number | '' | null): string =>
    number === '' || number === null || Number.isNaN(number) ? '' : format.number(number) + suffix;
  const read = (text: string): number | '' => {
    if (text.trim() === '') return '';
    const [typed, unit] = [text.normalize('NFKC').trim(), suffix.normalize('NFKC').trim()];
    // Another unit is another number: 2 hours are not 2 minutes.
    const bare = unit !== '' && typed.endsWith(unit) ? typed.slice(0, -unit.length) : typed;
    // Larger ones are no integers to a program; the most that is allowed is less.
    return Math.min(readWholeNumber(bare, min < 0) ?? Number.NaN, Number.MAX_SAFE_INTEGER);
  };
  const bounded = (number: number): number => Math.min(Math.max(number, min), max);
  const [text, setText] = useState(() => write(value === undefined ? defaultValue : value));
  const [isTyping, setTyping] = useState(false);
  const [seen, setSeen] = useState(value);
  if (value !== undefined && !Object.is(value, seen)) {
    setSeen(value);
    // An emptied field stays empty while it is being filled in.
    if (!Object.is(value ?? '', read(text)) && !(isTyping && text === '')) setText(write(value));
  }
  const put = (typed: string) => {
    setText(typed);
    setTyping(true);
    onChange?.(read(typed));
  };
  const leave = () => {
    const number = read(text);
    setTyping(false);
    if (number === '') setText(write(value ?? ''));
    else if (Number.isSafeInteger(number)) setText(write(bounded(number)));
    const kept = number === '' ? number : bounded(number);
    if (!Object.is(kept, number)) onChange?.(kept);
    onBlur?.(kept);
  };
  const stepBy = (event: KeyboardEvent<HTMLInputElement>) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || event.currentTarget.readOnly) return;
    event.preventDefault();
    put(write(bounded((Number(read(text)) || 0) + arrow * step)));
  };
  return {
    value: text,
    isWrong: !isTyping && Number.isNaN(read(text)),
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => put(event.currentTarget.value),
    onBlur: leave,
    onKeyDown: stepBy,
  };
}
