// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';
import { useNameOptions } from './name-options.ts';

afterEach(cleanup);

type Items = Parameters<ReturnType<typeof useNameOptions>>[0];
function Labels({ items }: { items: Items }) {
  const options = useNameOptions()(items);
  return (
    <ul>
      {options.map(({ value, label }) => (
        <li key={value}>{label}</li>
      ))}
    </ul>
  );
}
const labelsOf = async (items: Items) => {
  await renderWithProviders(<Labels items={items} />);
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
};
const base = (uuid: string, name: string, createdAt?: string): Items[number] => ({
  uuid,
  name,
  ...(createdAt ? { createdAt } : {}),
});

describe('the options of a picker', () => {
  test('are the names where each stands once', async () => {
    expect(await labelsOf([base('1', 'Menu'), base('2', 'Prices')])).toEqual(['Menu', 'Prices']);
  });

  test('say the day of creation where a name stands twice', async () => {
    expect(
      await labelsOf([
        base('1', 'Menu', '2026-03-01T09:00:00'),
        base('2', 'Prices', '2026-03-01T09:00:00'),
        base('3', 'Menu', '2026-04-02T09:00:00'),
      ]),
    ).toEqual(['Menu (created Mar 1, 2026)', 'Prices', 'Menu (created Apr 2, 2026)']);
  });

  test('say the minute where the days are the same', async () => {
    const [first, second] = await labelsOf([
      base('1', 'Menu', '2026-03-01T09:00:00'),
      base('2', 'Menu', '2026-03-01T09:05:00'),
    ]);
    expect(first).toMatch(/^Menu \(created Mar 1, 2026, 9:00/);
    expect(second).toMatch(/^Menu \(created Mar 1, 2026, 9:05/);
  });

  test('are numbered from the oldest on where no date tells them apart', async () => {
    expect(
      await labelsOf([
        base('2', 'Menu', '2026-03-01T09:00:10'),
        base('1', 'Menu', '2026-03-01T09:00:00'),
        base('4', 'Bot'),
        base('3', 'Bot'),
      ]),
    ).toEqual(['Menu (2)', 'Menu (1)', 'Bot (2)', 'Bot (1)']);
  });
});
