// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { ToastRegion, toasts } from '../notifications/toasts.tsx';
import { CopyButton } from './CopyButton.tsx';

const execCommand = vi.fn<(command: string) => boolean>();
/** What is selected while the browser copies. */
let selected = '';
const copyWith = (isAllowed: boolean) =>
  execCommand.mockImplementation(() => {
    selected = String(document.getSelection());
    return isAllowed;
  });
Object.assign(document, { execCommand });

afterEach(() => {
  act(() => toasts.clear());
  cleanup();
  execCommand.mockReset();
  selected = '';
});

const show = () =>
  renderWithProviders(
    <>
      <ToastRegion label="Messages" />
      <CopyButton value="https://shop.example/form/table">
        {({ copied, copy }) => (
          <button type="button" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </button>
        )}
      </CopyButton>
    </>,
  );

it('copies on a server without HTTPS, where navigator.clipboard does not exist', async () => {
  copyWith(true);
  await show();
  expect(navigator.clipboard).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(selected).toBe('https://shop.example/form/table');
});

it('says so where the browser refuses to copy', async () => {
  copyWith(false);
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/Select the text and copy it yourself/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
});
