import { OFFSET_MAX } from '@hanasu/contract/day-tests';
import { FORM_OPTIONS_MAX, type FormField, type FormFieldKind } from '@hanasu/contract/form-definition';
import { ActionIcon, Button, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isWholeNumber, WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { isInputMethodKey } from '../../../theme/input-method.ts';
import classes from './FieldPanel.module.css';
import { newOptionId } from './form-draft.ts';
import { WordsInput } from './WordsInput.tsx';

type Of<Kind extends FormFieldKind> = Extract<FormField, { kind: Kind }>;
/** `group`: what is typed into one input is one step back. */
export type ChangeField = (field: FormField, group?: string) => void;
export interface KindProps<Kind extends FormFieldKind> {
  field: Of<Kind>;
  onChange: ChangeField;
}

const FULL = { count: FORM_OPTIONS_MAX };
/** Why nothing more can be added. */
const Full = ({ isFull, text }: { isFull: boolean; text: string }) =>
  isFull ? <p className={classes.note}>{text}</p> : null;

/** What can be chosen, in its order. */
export function Options({ field, onChange }: KindProps<'choice' | 'choices'>) {
  const { t } = useWords();
  const { options } = field;
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<string | null>(null);
  useEffect(() => {
    const id = toFocus.current;
    if (id === null || options.length === 0) return;
    toFocus.current = null;
    list.current?.querySelector<HTMLElement>(`[data-option="${id}"] input`)?.focus();
  }, [options]);
  const set = (next: typeof options, group?: string) => onChange({ ...field, options: next }, group);
  const insert = (index: number) => {
    if (options.length >= FORM_OPTIONS_MAX) return;
    const id = newOptionId(options);
    toFocus.current = id;
    set(options.toSpliced(index, 0, { id, label: {} }));
  };
  const move = (index: number, by: -1 | 1) => {
    const option = options[index];
    if (!option || !options[index + by]) return;
    toFocus.current = option.id;
    set(options.toSpliced(index, 1).toSpliced(index + by, 0, option));
  };
  const button = { variant: 'subtle', color: 'gray', size: 36 } as const;
  return (
    <fieldset className={classes.part}>
      <legend>{t('formEditor.options')}</legend>
      <ol ref={list} className={classes.options}>
        {options.map((option, index) => {
          const number = index + 1;
          return (
            <li key={option.id} data-option={option.id} className={classes.option}>
              <WordsInput
                label={t('formEditor.option', { number })}
                isPlain
                value={option.label}
                max={200}
                onChange={(label) => set(options.with(index, { ...option, label }), `option.${option.id}`)}
                onKeyDown={(event) => {
                  if (isInputMethodKey(event.nativeEvent)) return;
                  if (event.key === 'Enter') insert(index + 1);
                  if (event.altKey && event.key === 'ArrowUp') move(index, -1);
                  if (event.altKey && event.key === 'ArrowDown') move(index, 1);
                }}
              />
              <ActionIcon
                {...button}
                aria-label={t('formEditor.optionUp', { number })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <Icon name="arrow-up" size={15} />
              </ActionIcon>
              <ActionIcon
                {...button}
                aria-label={t('formEditor.optionRemove', { number })}
                disabled={options.length < 2}
                onClick={() => set(options.toSpliced(index, 1))}
              >
                <Icon name="x" />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <Button
        variant="subtle"
        leftSection={<Icon name="plus" size={14} />}
        disabled={options.length >= FORM_OPTIONS_MAX}
        onClick={() => insert(options.length)}
      >
        {t('formEditor.optionAdd')}
      </Button>
      <Full isFull={options.length >= FORM_OPTIONS_MAX} text={t('formEditor.optionsFull', FULL)} />
    </fieldset>
  );
}

const HOUR_MS = 3_600_000;
/** An hour later, as the field writes times: without a time zone. */
const hourAfter = (at: string): string => new Date(Date.parse(`${at}Z`) + HOUR_MS).toISOString().slice(0, 16);

/** Days and times to choose from, each with its places. */
export function Slots({ field, onChange }: KindProps<'slot'>) {
  const { t } = useWords();
  const { slots } = field;
  const set = (next: typeof slots) => onChange({ ...field, slots: next });
  const last = slots.at(-1);
  return (
    <fieldset className={classes.part}>
      <legend>{t('formEditor.slots')}</legend>
      <p className={classes.note}>{t('formEditor.slotsHelp')}</p>
      <ol className={classes.options}>
        {slots.map((slot, index) => {
          const number = index + 1;
          return (
            <li key={number} className={classes.option}>
              <TextInput
                className={classes.grow}
                type="datetime-local"
                aria-label={t('formEditor.slot', { number })}
                value={slot.at}
                onChange={(event) => {
                  const at = event.currentTarget.value;
                  if (at) set(slots.with(index, { ...slot, at }));
                }}
              />
              <WholeNumberInput
                className={classes.short ?? ''}
                aria-label={t('formEditor.places', { number })}
                placeholder={t('formEditor.anyNumber')}
                min={1}
                max={10_000}
                value={slot.places}
                onBlur={(places) => {
                  if (!Number.isNaN(places))
                    set(slots.with(index, { ...slot, places: places === '' ? null : places }));
                }}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('formEditor.slotRemove', { number })}
                disabled={slots.length < 2}
                onClick={() => set(slots.toSpliced(index, 1))}
              >
                <Icon name="x" />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <Button
        variant="subtle"
        leftSection={<Icon name="plus" size={14} />}
        disabled={slots.length >= FORM_OPTIONS_MAX || !last}
        onClick={() => last && set([...slots, { ...last, at: hourAfter(last.at) }])}
      >
        {t('formEditor.slotAdd')}
      </Button>
      <Full isFull={slots.length >= FORM_OPTIONS_MAX} text={t('formEditor.slotsFull', FULL)} />
    </fieldset>
  );
}

/** The most characters of a text. */
export const LengthField = ({ field, most, onChange }: KindProps<'text' | 'longText'> & { most: number }) => {
  const { t } = useWords();
  return (
    <WholeNumberInput
      label={t('formEditor.longest')}
      min={1}
      max={most}
      value={field.max}
      onBlur={(max) => isWholeNumber(max) && onChange({ ...field, max }, 'max')}
    />
  );
};

type Ends = readonly [number | null, number | null];
interface RangeProps {
  labels: readonly [string, string];
  value: Ends;
  bounds?: readonly [number, number];
  onChange: (ends: Ends) => void;
}

/** From one number to another; an empty end is open. */
export function Range({ labels, value, bounds, onChange }: RangeProps) {
  const [from, to] = value;
  const put = (index: 0 | 1, typed: string | number) => {
    if (Number.isNaN(typed)) return;
    const number = typeof typed === 'number' ? typed : null;
    onChange(index === 0 ? [number, to] : [from, number]);
  };
  const end = (index: 0 | 1) => {
    const shared = {
      label: labels[index],
      value: value[index] ?? ('' as const),
      error: index === 1 && from !== null && to !== null && from > to,
    };
    return bounds ? (
      <WholeNumberInput {...shared} min={bounds[0]} max={bounds[1]} onBlur={(typed) => put(index, typed)} />
    ) : (
      <NumberInput {...shared} hideControls onChange={(typed) => put(index, typed)} />
    );
  };
  return (
    <Group grow gap="sm">
      {end(0)}
      {end(1)}
    </Group>
  );
}

export function ScaleFields({ field, onChange }: KindProps<'scale'>) {
  const { t } = useWords();
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  return (
    <>
      <Group grow gap="sm">
        <Select
          label={t('formEditor.scaleFrom')}
          allowDeselect={false}
          data={numbers(0, 1)}
          value={String(field.from)}
          onChange={(value) => onChange({ ...field, from: Number(value) })}
        />
        <Select
          label={t('formEditor.scaleTo')}
          allowDeselect={false}
          data={numbers(2, 10)}
          value={String(field.to)}
          onChange={(value) => onChange({ ...field, to: Number(value) })}
        />
      </Group>
      <WordsInput
        label={t('formEditor.scaleLow')}
        value={field.low}
        max={60}
        onChange={(low) => onChange({ ...field, low }, 'low')}
      />
      <WordsInput
        label={t('formEditor.scaleHigh')}
        value={field.high}
        max={60}
        onChange={(high) => onChange({ ...field, high }, 'high')}
      />
    </>
  );
}

type Limit = Of<'date'>['from'];

/** None, so many days from the day of the answer, or a calendar day. */
export function DayLimit({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Limit;
  onChange: (limit: Limit) => void;
}) {
  const { t } = useWords();
  const kind = value === null ? 'none' : typeof value === 'string' ? 'day' : 'days';
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <Select
        className={classes.grow}
        label={label}
        allowDeselect={false}
        data={(['none', 'days', 'day'] as const).map((one) => ({
          value: one,
          label: t(`formEditor.limits.${one}`),
        }))}
        value={kind}
        onChange={(next) =>
          onChange(
            next === 'days' ? { days: 0 } : next === 'day' ? new Date().toISOString().slice(0, 10) : null,
          )
        }
      />
      {value !== null && typeof value === 'object' && (
        <WholeNumberInput
          className={classes.short ?? ''}
          aria-label={t('formEditor.daysFromToday')}
          min={-OFFSET_MAX}
          max={OFFSET_MAX}
          value={value.days}
          onBlur={(days) => isWholeNumber(days) && onChange({ days })}
        />
      )}
      {typeof value === 'string' && (
        <TextInput
          type="date"
          aria-label={label}
          value={value}
          onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
        />
      )}
    </Group>
  );
}

const PARAM = /^[A-Za-z0-9_-]{1,40}$/;

/** What does not fit stays in the input alone. */
export function ParamField({ field, onChange }: KindProps<'hidden'>) {
  const { t } = useWords();
  const [typed, setTyped] = useState(field.param);
  const isWrong = !PARAM.test(typed);
  return (
    <TextInput
      label={t('formEditor.param')}
      description={t('formEditor.paramHelp', { example: `?${field.param}=spring` })}
      value={typed}
      maxLength={40}
      autoCapitalize="off"
      spellCheck={false}
      error={isWrong && t('formEditor.paramWrong')}
      onChange={(event) => {
        const param = event.currentTarget.value;
        setTyped(param);
        if (PARAM.test(param)) onChange({ ...field, param }, 'param');
      }}
    />
  );
}
