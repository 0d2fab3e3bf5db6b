import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { useReportUnstored } from '../draft/unstored-fields.ts';

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
  /** Below 0: numbers may have a sign. */
  min?: number;
  max: number;
  /** What the arrow keys add. */
  step?: number;
  /** Unit behind the number. */
  suffix?: string;
  /** Receives `NaN` for text that is not a whole number of the range. */
  onChange?: (value: number | '') => void;
  onBlur?: (value: number | '') => void;
}
interface WholeNumberInputProps extends NumberParts, Omit<TextInputProps, keyof NumberParts | 'onKeyDown'> {}

/** Keeps the text as it is typed, also a number outside the range, and formats it on blur. */
export function WholeNumberInput(all: WholeNumberInputProps) {
  const { value, defaultValue, min = 0, max, step, suffix, onChange, onBlur, error, ...props } = all;
  const { t } = useWords();
  const format = useFormat();
  const { isUnreadable, unstored, ...field } = useNumberText(all);
  useReportUnstored(unstored);
  const range = { minimum: format.number(min), maximum: format.number(max) };
  // The form knows only that there is no number.
  const saysRange = unstored === 'wrong' || (error && isUnreadable);
  return (
    <TextInput
      // Keyboards of digits alone have no sign.
      inputMode={min < 0 ? 'text' : 'numeric'}
      autoComplete="off"
      {...props}
      {...field}
      error={saysRange ? t('fields.wholeNumberRange', range) : error}
    />
  );
}

const ARROWS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** The text in the field, and what typing, arrow keys and leaving make of it. */
function useNumberText(parts: NumberParts) {
  const { value, defaultValue = '', min = 0, max, step = 1, onChange, onBlur } = parts;
  const { write, readAny } = useNumberForm(parts);
  const read = (typed: string): number | '' => {
    const number = readAny(typed);
    return number === '' || (number >= min && number <= max) ? number : Number.NaN;
  };
  const [text, setText] = useState(() => write(value === undefined ? defaultValue : value));
  const [isTyping, setTyping] = useState(false);
  const [seen, setSeen] = useState(value);
  const number = read(text);
  if (value !== undefined && !Object.is(value, seen)) {
    setSeen(value);
    // An emptied field stays empty while it is being filled in.
    if (!Object.is(value ?? '', number) && !(isTyping && text === '')) setText(write(value));
  }
  const put = (typed: string) => {
    setText(typed);
    setTyping(true);
    onChange?.(read(typed));
  };
  const leave = () => {
    setTyping(false);
    if (number === '') setText(write(value ?? ''));
    else if (isWholeNumber(number)) setText(write(number));
    onBlur?.(number);
  };
  const stepBy = (event: KeyboardEvent<HTMLInputElement>) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || event.currentTarget.readOnly) return;
    event.preventDefault();
    put(write(Math.min(Math.max((Number(readAny(text)) || 0) + arrow * step, min), max)));
  };
  const isUnreadable = Number.isNaN(number);
  const waitsForBlur = !onChange && value !== undefined && !Object.is(value ?? '', number);
  const typing = isTyping && (isUnreadable || waitsForBlur) ? 'typing' : null;
  return {
    value: text,
    isUnreadable,
    unstored: isUnreadable && !isTyping ? 'wrong' : typing,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => put(event.currentTarget.value),
    onBlur: leave,
    onKeyDown: stepBy,
  } as const;
}

/** Writes numbers with their unit, and reads them with or without it. */
function useNumberForm({ min = 0, suffix = '' }: NumberParts) {
  const format = useFormat();
  return {
    write: (number: number | '' | null): string =>
      number === '' || number === null || Number.isNaN(number) ? '' : format.number(number) + suffix,
    /** `NaN`: none, or one in another unit: 2 hours are not 2 minutes. */
    readAny(text: string): number | '' {
      const [typed, unit] = [text.normalize('NFKC').trim(), suffix.normalize('NFKC').trim()];
      if (typed === '') return '';
      const bare = unit !== '' && typed.endsWith(unit) ? typed.slice(0, -unit.length) : typed;
      return readWholeNumber(bare, min < 0) ?? Number.NaN;
    },
  };
}
