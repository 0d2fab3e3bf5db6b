// @vitest-environment jsdom
import { Modal, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';

/**
 * How browsers report a key of an input method: most with an open composition, Safari with the key code alone
 * (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
const REPORTS = [
  { isComposing: true },
  { isComposing: false, keyCode: 229 },
  { isComposing: true, keyCode: 229 },
];

function Note({ onEscape }: { readonly onEscape: () => void }) {
  useHotkeys([['Escape', onEscape]], []);
  return <TextInput label="Note" />;
}

afterEach(cleanup);

describe.each(REPORTS)('a key of an input method, reported as %j', (report) => {
  test('closes no dialog; the next Escape does', async () => {
    let closed = 0;
    await renderWithProviders(
      <Modal opened onClose={() => (closed += 1)} title="Customer">
        <TextInput label="Name" />
      </Modal>,
    );
    const field = screen.getByLabelText('Name');
    fireEvent.keyDown(field, { key: 'Escape', ...report });
    expect(closed).toBe(0);
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
    expect(closed).toBe(1);
  });

  test('is no shortcut, and stays with the browser', async () => {
    let saved = 0;
    await renderWithProviders(<Note onEscape={() => (saved += 1)} />);
    const field = screen.getByLabelText('Note');
    expect(fireEvent.keyDown(field, { key: 'Escape', ...report })).toBe(true);
    expect(saved).toBe(0);
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
    expect(saved).toBe(1);
  });
});
