import type { FormField, FormLanguage, FormWords } from '@hanasu/contract/form-definition';
import { numberText } from '@hanasu/contract/typed-numbers';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Filling } from './filling.ts';
import type { FillingState } from './filling-state.ts';
import type { FormApi } from './form-api.ts';
import type { Words } from './words.ts';

/** What every question of a form is drawn with. */
export interface FormView {
  readonly filling: Filling;
  readonly state: FillingState;
  readonly upload: FormApi['upload'];
  readonly findPlace: FormApi['findPlace'];
  readonly language: FormLanguage;
  readonly words: Words;
  /** In the language that is shown, else in the form's first one. */
  readonly text: (words: FormWords) => string;
}

const FormViewContext = createContext<FormView | null>(null);
export const FormViewProvider = FormViewContext.Provider;

export function useFormView(): FormView {
  const view = useContext(FormViewContext);
  if (!view) throw new Error('a question stands in a form');
  return view;
}

/** Of the element that gets the focus when the problem of its question is chosen. */
export const inputId = (key: string): string => `input-${key}`;

export type Of<Kind extends FormField['kind']> = Extract<FormField, { kind: Kind }>;
export type Asked = Exclude<FormField, { kind: 'heading' | 'hidden' }>;
export interface FieldProps<Kind extends FormField['kind']> {
  readonly field: Of<Kind>;
  /** Ids of its explanation and its problem. */
  readonly described: string | undefined;
  readonly invalid: boolean;
}

interface SaidProps {
  readonly field: Asked;
  readonly described: string | undefined;
  readonly invalid: boolean;
}

/** What an input says of itself to assistive technology. */
export const said = ({ field, described, invalid }: SaidProps) => ({
  id: inputId(field.key),
  'aria-describedby': described,
  'aria-invalid': invalid || undefined,
  'aria-required': field.required || undefined,
});

export const typedAnswer = ({ answers }: FillingState, { key }: FormField): string => {
  const answer = answers[key];
  if (typeof answer === 'number') return numberText(answer);
  return typeof answer === 'string' ? answer : '';
};
