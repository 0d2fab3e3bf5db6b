/** @jsxImportSource preact */
import { limitDay } from '@hanasu/contract/form-answers';
import type { FormField, FormLanguage } from '@hanasu/contract/form-definition';
import { readTypedCount } from '@hanasu/contract/typed-counts';
import { numberStyleOf } from '@hanasu/contract/typed-numbers';
import type { InputHTMLAttributes, TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Address } from './address.tsx';
import { Choice, Choices, Consent, List, Scale, Slots } from './choice-fields.tsx';
import { FileInput } from './file-input.tsx';
import { problemsOf } from './filling-state.ts';
import {
  type Asked,
  type FieldProps,
  inputId,
  type Of,
  said,
  typedAnswer,
  useFormView,
} from './form-view.ts';
import { fill, type Problem, type Words } from './words.ts';

const GROUPS: ReadonlySet<string> = new Set(['choices', 'scale', 'slot', 'address', 'consent', 'file']);
const isGroup = (field: Asked): boolean =>
  GROUPS.has(field.kind) || (field.kind === 'choice' && field.look === 'buttons');

export function Field({ field }: { readonly field: FormField }) {
  const { state, words, language, text } = useFormView();
  if (field.kind === 'hidden') return null;
  const help = text(field.help);
  if (field.kind === 'heading') {
    return (
      <div class="heading">
        <h3>{text(field.label)}</h3>
        {help && <p class="help">{help}</p>}
      </div>
    );
  }
  const problem = state.checked.has(field.key) ? problemsOf(state)[field.key] : state.refused[field.key];
  const isKnown = state.known.has(field.key);
  const hint = hintOf(field, words);
  const ids = [help && 'help', hint && 'hint', isKnown && 'known', problem && 'problem'];
  const described = ids.flatMap((name) => (name ? `${name}-${field.key}` : [])).join(' ') || undefined;
  const label = (
    <>
      {text(field.label)}
      {field.required && <span class="required">{words.required}</span>}
    </>
  );
  const content = (
    <>
      {help && (
        <p class="help" id={`help-${field.key}`}>
          {help}
        </p>
      )}
      {hint && (
        <p class="help" id={`hint-${field.key}`}>
          {hint}
        </p>
      )}
      {isKnown && (
        <p class="known" id={`known-${field.key}`}>
          {words.known}
        </p>
      )}
      <Input field={field} described={described} invalid={Boolean(problem)} />
      {problem && (
        <p class="problem" id={`problem-${field.key}`}>
          {problemText(problem, { field, words, language, today: state.form.today })}
        </p>
      )}
    </>
  );
  if (!isGroup(field)) {
    return (
      <div class={problem ? 'field wrong' : 'field'}>
        <label class="label" for={inputId(field.key)}>
          {label}
        </label>
        {content}
      </div>
    );
  }
  return (
    <fieldset class={problem ? 'field wrong' : 'field'} aria-describedby={described}>
      <legend class="label">{label}</legend>
      {content}
    </fieldset>
  );
}

function hintOf(field: Asked, words: Words): string {
  if (field.kind !== 'choices') return '';
  const { min, max } = field;
  if (min > 0 && max !== null) return fill(words.chooseBetween, { min, max });
  if (max !== null) return fill(words.chooseMax, { max });
  return min > 1 ? fill(words.chooseMin, { min }) : '';
}

interface ProblemContext {
  readonly field: FormField;
  readonly words: Words;
  readonly language: FormLanguage;
  readonly today: string;
}

export function problemText(problem: Problem, { field, words, language, today }: ProblemContext): string {
  if (problem === 'pattern' && field.kind === 'text' && field.pattern) return words.patterns[field.pattern];
  if (problem === 'wrongKind' && field.kind === 'number') return words.problems.notNumber;
  if (problem === 'required' && field.kind === 'consent') return words.problems.notAgreed;
  const number = (value: number | null): string => (value === null ? '' : value.toLocaleString(language));
  const isDate = field.kind === 'date';
  const limits =
    'max' in field ? { max: field.max, min: 'min' in field ? field.min : null } : { max: null, min: null };
  const day = (limit: string | { readonly days: number } | null): string => {
    const on = limitDay(limit, today);
    return on ? dayText(on, language) : '';
  };
  return fill(words.problems[problem], {
    min: number(limits.min),
    max: number(limits.max ?? (field.kind === 'choice' ? OTHER_MAX : null)),
    from: isDate ? day(field.from) : '',
    to: isDate ? day(field.to) : '',
  });
}

/** Of what is written instead of a choice. */
const OTHER_MAX = 290;

const dayText = (day: string, language: FormLanguage): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));

function Input(props: FieldProps<Asked['kind']>) {
  const { field, ...described } = props;
  switch (field.kind) {
    case 'longText':
      return <LongText field={field} {...described} />;
    case 'number':
      return <NumberInput field={field} {...described} />;
    case 'choice':
      return field.look === 'list' ? (
        <List field={field} {...described} />
      ) : (
        <Choice field={field} {...described} />
      );
    case 'choices':
      return <Choices field={field} {...described} />;
    case 'scale':
      return <Scale field={field} {...described} />;
    case 'slot':
      return <Slots field={field} {...described} />;
    case 'address':
      return <Address field={field} {...described} />;
    case 'file':
      return <FileInput field={field} described={described.described} />;
    case 'consent':
      return <Consent field={field} {...described} />;
    default:
      return <Line field={field} {...described} />;
  }
}

function useText(field: FormField) {
  const { filling, state } = useFormView();
  return {
    value: typedAnswer(state, field),
    onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      filling.answer(field.key, currentTarget.value || undefined),
  };
}

type LineKind = 'text' | 'date' | 'time' | 'phone' | 'email';
/** By the key, as templates name them: what an answer fills in is not told to the page. */
const COMPLETION: Readonly<Record<string, string>> = {
  name: 'name',
  birthday: 'bday',
  company: 'organization',
};

function Line(props: FieldProps<LineKind>) {
  const { field } = props;
  const { state } = useFormView();
  return <input {...said(props)} {...looksOf(field, state.form.today)} {...useText(field)} />;
}

function looksOf(field: Of<LineKind>, today: string): InputHTMLAttributes {
  const autocomplete = COMPLETION[field.key];
  switch (field.kind) {
    case 'phone':
      return { type: 'tel', inputMode: 'tel', autocomplete: 'tel' };
    case 'email':
      return { type: 'email', inputMode: 'email', autocomplete: 'email', autocapitalize: 'off' };
    case 'time':
      return { type: 'time' };
    case 'date': {
      const min = limitDay(field.from, today) ?? undefined;
      return { type: 'date', min, max: limitDay(field.to, today) ?? undefined, autocomplete };
    }
    case 'text':
      if (field.pattern === 'url') return { type: 'url', inputMode: 'url', autocomplete: 'url' };
      if (field.pattern === 'postalCodeJp') return { inputMode: 'numeric', autocomplete: 'postal-code' };
      return { type: 'text', inputMode: field.pattern === 'digits' ? 'numeric' : 'text', autocomplete };
  }
}

function LongText(props: FieldProps<'longText'>) {
  return <textarea {...said(props)} rows={4} {...useText(props.field)} />;
}

/** Numbers as they are written in the language of the page; what can't be read for sure is kept, so that it can be mended. */
function NumberInput(props: FieldProps<'number'>) {
  const { field } = props;
  const { filling, state, language } = useFormView();
  const [typed, setTyped] = useState(typedAnswer(state, field));
  const mayBeNegative = field.min === null || field.min < 0;
  return (
    <input
      {...said(props)}
      class="short"
      inputMode={mayBeNegative ? 'text' : field.whole ? 'numeric' : 'decimal'}
      value={typed}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value);
        const number = readTypedCount(value, numberStyleOf({ language }));
        filling.answer(field.key, number ?? (value.trim() || undefined));
      }}
    />
  );
}
