import i18next from 'i18next';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { isApiError } from './api-error.ts';
import { errorMessage } from './error-message.ts';

const WORDS_BY_CODE = { too_small: 'fields.required', invalid_format: 'fields.invalid' } as const;
const hasWords = (code: string): code is keyof typeof WORDS_BY_CODE => code in WORDS_BY_CODE;

/** The server's own words are English; a problem that is the whole refusal has words in every language. */
function wordsOf({ code, message }: { code: string; message: string }, error: unknown): string {
  if (hasWords(code)) return i18next.t(WORDS_BY_CODE[code]);
  return isApiError(error) && code === error.code && code !== 'validation_failed'
    ? errorMessage(error)
    : message;
}

/**
 * Puts the server's answer beside the fields it speaks of; what belongs to no field goes to `root`.
 * `fieldByCode` says which field an error code is about, for example `email_taken` → `email`.
 */
export function applyFormError<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
  fieldByCode: Partial<Record<string, Path<Values>>> = {},
): void {
  const field = isApiError(error) ? fieldByCode[error.code] : undefined;
  if (field) {
    form.setError(field, { type: 'server', message: errorMessage(error) }, { shouldFocus: true });
    return;
  }
  const known = Object.keys(form.getValues());
  for (const problem of isApiError(error) ? error.errors : []) {
    const name = problem.path.replace(/^body\./, '');
    if (!known.includes(name.split('.')[0] ?? '')) continue;
    const message = wordsOf(problem, error);
    form.setError(name as Path<Values>, { type: 'server', message });
  }
  form.setError('root', { type: 'server', message: errorMessage(error) });
}
