// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { applyFormError } from './apply-form-error.ts';

/** Collects what a form would be told. */
function makeForm() {
  const told: Record<string, string | undefined> = {};
  const setError = (name: string, { message }: { message?: string }) => {
    told[name] = message;
  };
  const getValues = () => ({ email: '', username: '' });
  return { told, form: { setError, getValues } as unknown as Parameters<typeof applyFormError>[0] };
}

it('puts a code beside the field it is about, and nowhere else', () => {
  const { told, form } = makeForm();
  applyFormError(form, new ApiError({ code: 'username_taken', status: 409 }), { username_taken: 'email' });
  expect(Object.keys(told)).toEqual(['email']);
});

it('puts problems beside known fields only', () => {
  const { told, form } = makeForm();
  const errors = [
    { path: 'body.username', code: 'custom', message: 'no' },
    { path: 'query.page', code: 'custom', message: 'never shown' },
  ];
  applyFormError(form, new ApiError({ code: 'validation_failed', status: 400, errors }));
  expect(told.username).toBe('no');
  expect(Object.keys(told).sort()).toEqual(['root', 'username']);
});

it('shows anything else above the form', () => {
  const { told, form } = makeForm();
  applyFormError(form, new TypeError('surprise'));
  expect(Object.keys(told)).toEqual(['root']);
});
