import i18next from 'i18next';
import { useEffect } from 'react';
import { z } from 'zod';

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['customError']>>[0];

function wordsOf(issue: Issue): string {
  if (issue.code === 'too_small') {
    if (issue.origin !== 'string') return i18next.t('fields.tooSmall', { minimum: String(issue.minimum) });
    if (Number(issue.minimum) <= 1) return i18next.t('fields.required');
    return i18next.t('fields.tooShort', { minimum: String(issue.minimum) });
  }
  if (issue.code === 'too_big') {
    const key = issue.origin === 'string' ? 'fields.tooLong' : 'fields.tooBig';
    return i18next.t(key, { maximum: String(issue.maximum) });
  }
  if (issue.code === 'invalid_format' && issue.format === 'email') return i18next.t('fields.email');
  if (issue.code === 'invalid_type' && issue.input === undefined) return i18next.t('fields.required');
  return i18next.t('fields.invalid');
}

/** Gives the contract's validation rules words in the language in use; rules with words of their own keep them. */
export function useFieldWords(): void {
  useEffect(() => {
    z.config({ customError: wordsOf });
  }, []);
}
