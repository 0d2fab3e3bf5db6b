// @vitest-environment jsdom
import { TagsInput } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';

it('the Enter that ends a conversion in Safari adds no tag; the next one does', async () => {
  const added: string[][] = [];
  await renderWithProviders(<TagsInput label="Words" onChange={(tags) => added.push(tags)} />);
  const field = screen.getByRole('combobox', { name: 'Words' });
  field.focus();
  fireEvent.change(field, { target: { value: '予約' } });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(added).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(added).toEqual([['予約']]);
});
