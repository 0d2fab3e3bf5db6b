import { Loader, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { isInputMethodKey } from '../../theme/input-method.ts';
import classes from './SavedField.module.css';
import { useSavedDraft } from './use-saved-draft.ts';

export const fieldClasses = {
  root: classes.field ?? '',
  label: classes.label ?? '',
  input: classes.input ?? '',
};
/** Around fields, so that they know how much room there is. */
export const formClass = classes.form ?? '';

interface SavedTextProps {
  label: string;
  value: string;
  save: (value: string) => Promise<unknown>;
  check?: (value: string) => string | null;
  /** Said below it. */
  hint?: string | null;
  placeholder?: string;
  maxLength?: number;
  type?: 'text' | 'tel' | 'email' | 'url' | 'date';
  inputMode?: 'decimal';
  /** Several lines; Enter begins another one. */
  isLong?: boolean;
  /** Its label is only read. */
  isBare?: boolean;
}

/** A text that is saved when the field is left, or by Enter; Escape takes back what was typed. */
export function SavedText(props: SavedTextProps) {
  const { label, value, save, check, hint, placeholder, maxLength, type = 'text', isLong, isBare } = props;
  const { t } = useWords();
  // A date of which a part is missing is read as none; it is not what the person wants to keep.
  const [isPartial, setPartial] = useState(false);
  const { shown, fault, state, change, commit, revert, isChanged } = useSavedDraft({
    value,
    save,
    check: (draft) => (isPartial ? t('contact.wholeDate') : (check?.(draft) ?? null)),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    if (event.key === 'Enter' && !isLong) commit();
    if (event.key === 'Escape' && isChanged) {
      // The panel around it stays open.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      revert();
    }
  };
  const common = {
    ...(isBare ? { 'aria-label': label } : { label }),
    value: shown,
    error: fault,
    description: fault ? undefined : hint,
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
    placeholder: placeholder ?? t('contact.none'),
    ...(maxLength === undefined ? {} : { maxLength }),
    autoComplete: 'off',
    classNames: isBare ? { input: fieldClasses.input } : fieldClasses,
    onBlur: commit,
    onKeyDown,
    rightSection: <SaveState state={state} />,
    // Room for it only while there is something to say.
    rightSectionWidth: state === 'idle' ? 8 : 28,
  };
  if (isLong)
    return (
      <Textarea
        {...common}
        autosize
        minRows={2}
        maxRows={14}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...common}
      type={type}
      inputMode={props.inputMode}
      onChange={(event) => {
        setPartial(event.currentTarget.validity?.badInput ?? false);
        change(event.currentTarget.value);
      }}
    />
  );
}

/** Says at the end of a field that what was typed is being saved, or is saved. */
export function SaveState({ state }: { state: 'idle' | 'saving' | 'saved' }) {
  const { t } = useWords();
  return (
    <span role="status">
      {state === 'saving' && <Loader size={14} aria-label={t('shell.loading')} />}
      {state === 'saved' && <Icon name="check" size={15} label={t('shell.saved')} />}
    </span>
  );
}

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Saves what is chosen, at once; beside it why that could not be. */
function useSavedChoice<Value>(save: (value: Value) => Promise<unknown>) {
  const [wanted, setWanted] = useState<{ value: Value } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const choose = async (value: Value) => {
    setWanted({ value });
    setFault(null);
    try {
      await save(value);
    } catch (error) {
      setFault(errorMessage(error));
    } finally {
      setWanted(null);
    }
  };
  return { wanted, fault, choose: (value: Value) => void choose(value) };
}

interface SavedSelectProps<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly Option<Value>[];
  save: (value: Value | null) => Promise<unknown>;
  /** There is always one. */
  isNeeded?: boolean;
  placeholder?: string;
  /** Its label is only read. */
  isBare?: boolean;
}

export function SavedSelect<Value extends string>(props: SavedSelectProps<Value>) {
  const { label, value, options, save, isNeeded = false, isBare = false } = props;
  const { t } = useWords();
  const { wanted, fault, choose } = useSavedChoice(save);
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      value={wanted ? wanted.value : value}
      data={[...options]}
      onChange={(next) => choose(options.find((option) => option.value === next)?.value ?? null)}
      error={fault}
      placeholder={props.placeholder ?? t('contact.unset')}
      clearable={!isNeeded}
      allowDeselect={!isNeeded}
      clearButtonProps={{ 'aria-label': t('contact.clear', { name: label }) }}
      searchable={options.length > 10}
      nothingFoundMessage={t('contact.noOption')}
      classNames={isBare ? { input: fieldClasses.input } : fieldClasses}
    />
  );
}

interface SavedManyProps {
  label: string;
  value: readonly string[];
  options: readonly Option<string>[];
  save: (value: string[]) => Promise<unknown>;
}

export function SavedMany({ label, value, options, save }: SavedManyProps) {
  const { t } = useWords();
  const { wanted, fault, choose } = useSavedChoice(save);
  const shown = wanted?.value ?? [...value];
  return (
    <MultiSelect
      label={label}
      value={shown}
      data={[...options]}
      onChange={choose}
      error={fault}
      placeholder={shown.length === 0 ? t('contact.unset') : ''}
      searchable={options.length > 10}
      nothingFoundMessage={t('contact.noOption')}
      classNames={fieldClasses}
    />
  );
}

/** A fact that nobody may change here. */
export function FixedFact({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useWords();
  const isEmpty = children === null || children === undefined || children === '';
  return (
    <div className={classes.field}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.fixed}>
        {isEmpty ? <span className={classes.none}>{t('contact.notKnown')}</span> : children}
      </dd>
    </div>
  );
}

/** Several fields under one name. */
export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={`${classes.field} ${classes.group}`} aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <div className={classes.many}>{children}</div>
    </fieldset>
  );
}
