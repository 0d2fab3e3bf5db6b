/** @jsxImportSource preact */
import { OTHER } from '@hanasu/contract/form-answers';
import type { FormField } from '@hanasu/contract/form-definition';
import type { ComponentChildren } from 'preact';
import {
  type Asked,
  type FieldProps,
  inputId,
  type Of,
  said,
  typedAnswer,
  useFormView,
} from './form-view.ts';

interface OptionProps {
  readonly id?: string | undefined;
  readonly type: 'radio' | 'checkbox';
  readonly field: FormField;
  readonly value: string;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
  readonly invalid: boolean;
  readonly children: ComponentChildren;
}

function Option({ type, field, value, isChosen, isDisabled, onChoose, invalid, children, id }: OptionProps) {
  return (
    <label class="option">
      <input
        id={id}
        type={type}
        name={inputId(field.key)}
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        aria-invalid={invalid || undefined}
        onChange={onChoose}
      />
      <span>{children}</span>
    </label>
  );
}

function Clear({ field }: { readonly field: Asked }) {
  const { filling, state, words } = useFormView();
  if (field.required || state.answers[field.key] === undefined) return null;
  return (
    <button type="button" class="quiet" onClick={() => filling.answer(field.key, undefined)}>
      {words.clear}
    </button>
  );
}

function OtherText({ field }: { readonly field: Of<'choice'> }) {
  const { filling, state, words } = useFormView();
  const value = typedAnswer(state, field).slice(OTHER.length);
  return (
    <input
      class="other"
      aria-label={words.otherText}
      placeholder={words.otherText}
      value={value}
      onInput={({ currentTarget }) => filling.answer(field.key, OTHER + currentTarget.value)}
    />
  );
}

export function Choice({ field, invalid }: FieldProps<'choice'>) {
  const { filling, state, words, text } = useFormView();
  const chosen = typedAnswer(state, field);
  const isOther = chosen.startsWith(OTHER);
  return (
    <>
      {field.options.map(({ id, label }, index) => (
        <Option
          key={id}
          id={index === 0 ? inputId(field.key) : undefined}
          type="radio"
          field={field}
          value={id}
          isChosen={chosen === id}
          invalid={invalid}
          onChoose={() => filling.answer(field.key, id)}
        >
          {text(label)}
        </Option>
      ))}
      {field.other && (
        <Option
          type="radio"
          field={field}
          value={OTHER}
          isChosen={isOther}
          invalid={invalid}
          onChoose={() => filling.answer(field.key, OTHER)}
        >
          {words.other}
        </Option>
      )}
      {isOther && <OtherText field={field} />}
      <Clear field={field} />
    </>
  );
}

export function List(props: FieldProps<'choice'>) {
  const { field } = props;
  const { filling, state, words, text } = useFormView();
  const chosen = typedAnswer(state, field);
  const isOther = chosen.startsWith(OTHER);
  return (
    <>
      <select
        {...said(props)}
        value={isOther ? OTHER : chosen}
        onChange={({ currentTarget }) => filling.answer(field.key, currentTarget.value || undefined)}
      >
        <option value="">{words.choose}</option>
        {field.options.map(({ id, label }) => (
          <option key={id} value={id}>
            {text(label)}
          </option>
        ))}
        {field.other && <option value={OTHER}>{words.other}</option>}
      </select>
      {isOther && <OtherText field={field} />}
    </>
  );
}

export function Choices({ field, invalid }: FieldProps<'choices'>) {
  const { filling, state, text } = useFormView();
  const answer = state.answers[field.key];
  const chosen = Array.isArray(answer) ? answer : [];
  const toggle = (id: string): void => {
    const next = field.options.flatMap((option) =>
      chosen.includes(option.id) !== (option.id === id) ? [option.id] : [],
    );
    filling.answer(field.key, next.length > 0 ? next : undefined);
  };
  return field.options.map(({ id, label }, index) => (
    <Option
      key={id}
      id={index === 0 ? inputId(field.key) : undefined}
      type="checkbox"
      field={field}
      value={id}
      isChosen={chosen.includes(id)}
      invalid={invalid}
      onChoose={() => toggle(id)}
    >
      {text(label)}
    </Option>
  ));
}

export function Scale({ field, invalid }: FieldProps<'scale'>) {
  const { filling, state, text } = useFormView();
  const values = Array.from({ length: field.to - field.from + 1 }, (_, index) => field.from + index);
  const ends: Readonly<Record<number, string>> = {
    [field.from]: text(field.low),
    [field.to]: text(field.high),
  };
  return (
    <>
      <div class="scale">
        {values.map((value, index) => (
          <label key={value} class="step">
            <input
              id={index === 0 ? inputId(field.key) : undefined}
              type="radio"
              name={inputId(field.key)}
              value={value}
              checked={state.answers[field.key] === value}
              aria-invalid={invalid || undefined}
              onChange={() => filling.answer(field.key, value)}
            />
            <span>
              {value}
              {ends[value] && <span class="unseen"> {ends[value]}</span>}
            </span>
          </label>
        ))}
      </div>
      <div class="ends" aria-hidden="true">
        <span>{text(field.low)}</span>
        <span>{text(field.high)}</span>
      </div>
      <Clear field={field} />
    </>
  );
}

/** By day. Full ones stay, so that people do not look for them; those in the past go. */
export function Slots({ field, invalid }: FieldProps<'slot'>) {
  const { filling, state, words, language } = useFormView();
  const open = field.slots.filter(({ at }) => at >= state.form.now);
  const days = [...new Set(open.map(({ at }) => at.slice(0, 10)))];
  const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  const timeFormat = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' });
  const first = open.find(({ at }) => !state.form.taken.includes(at))?.at;
  return (
    <>
      {open.length === 0 && <p class="help">{words.noSlots}</p>}
      {days.map((day) => (
        <fieldset key={day} class="day">
          <legend>{dayFormat.format(new Date(`${day}T00:00Z`))}</legend>
          <div class="times">
            {open
              .filter(({ at }) => at.startsWith(day))
              .map(({ at }) => {
                const isTaken = state.form.taken.includes(at);
                return (
                  <Option
                    key={at}
                    id={at === first ? inputId(field.key) : undefined}
                    type="radio"
                    field={field}
                    value={at}
                    isChosen={state.answers[field.key] === at}
                    isDisabled={isTaken}
                    invalid={invalid}
                    onChoose={() => filling.answer(field.key, at)}
                  >
                    {timeFormat.format(new Date(`${at}Z`))}
                    {isTaken && <small> {words.full}</small>}
                  </Option>
                );
              })}
          </div>
        </fieldset>
      ))}
      <Clear field={field} />
    </>
  );
}

export function Consent({ field, invalid }: FieldProps<'consent'>) {
  const { filling, state, words, text } = useFormView();
  const isAgreed = state.answers[field.key] === true;
  return (
    <>
      {text(field.text) && <p class="terms">{text(field.text)}</p>}
      <Option
        id={inputId(field.key)}
        type="checkbox"
        field={field}
        value="yes"
        isChosen={isAgreed}
        invalid={invalid}
        onChoose={() => filling.answer(field.key, isAgreed ? undefined : true)}
      >
        {words.agree}
      </Option>
    </>
  );
}
