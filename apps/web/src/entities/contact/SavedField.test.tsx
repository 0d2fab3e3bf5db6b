// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../shell/api/api-error.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { SavedText } from './SavedField.tsx';

afterEach(cleanup);

interface Shown {
  readonly value?: string;
  readonly refuses?: Error;
  readonly check?: (value: string) => string | null;
}

/** A field with what it has saved so far. */
async function show({ value = '', refuses, check }: Shown = {}) {
  const saved: string[] = [];
  const save = async (draft: string) => {
    saved.push(draft);
    if (refuses) throw refuses;
  };
  const view = await renderWithProviders(
    <SavedText label="Note" value={value} save={save} {...(check ? { check } : {})} />,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' });
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  return { saved, field, type, view };
}

test('is saved once when the field is left, and not when nothing was changed', async () => {
  const { saved, field, type } = await show({ value: 'old' });
  fireEvent.blur(field);
  type(' new ');
  expect(saved).toEqual([]);
  fireEvent.blur(field);
  await screen.findByRole('img', { name: 'Saved' });
  fireEvent.blur(field);
  expect(saved).toEqual(['new']);
});

test('what is refused stays in the field, with the reason beside it', async () => {
  const { field, type } = await show({ refuses: new ApiError({ code: 'name_taken', status: 409 }) });
  type('taken');
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText(/in use already/);
  expect(field.value).toBe('taken');
});

test('what is wrong is not sent', async () => {
  const { saved, field, type } = await show({ check: () => 'Not a number' });
  type('abc');
  fireEvent.blur(field);
  await screen.findByText('Not a number');
  expect(saved).toEqual([]);
});

test('Escape takes back what was typed, and reaches nobody else then', async () => {
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  window.addEventListener('keydown', close);
  const { saved, field, type } = await show({ value: 'old' });
  type('new');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect([field.value, closed]).toEqual(['old', 0]);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect([saved, closed]).toEqual([[], 1]);
  window.removeEventListener('keydown', close);
});

test('the Enter that ends a conversion saves nothing', async () => {
  const { saved, field, type } = await show();
  type('予約');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(saved).toEqual([]);
});

test('what was not saved yet when the page goes is saved then', async () => {
  const { saved, type, view } = await show();
  type('half a thought');
  view.unmount();
  await waitFor(() => expect(saved).toEqual(['half a thought']));
});
