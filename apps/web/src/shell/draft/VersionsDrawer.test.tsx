// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { VersionsDrawer } from './VersionsDrawer.tsx';

afterEach(cleanup);

test('heads the differences and the contents of a version with its number', async () => {
  await renderWithProviders(
    <VersionsDrawer
      opened
      onClose={() => undefined}
      current={4}
      hasChanges={false}
      queryKey={['versions']}
      load={async () => ({
        items: [{ number: 3, definition: 'Spring', publishedBy: null, at: '2026-03-01T00:00:00.000Z' }],
        total: 1,
        pageSize: 10,
      })}
      show={(definition) => <p>{definition}</p>}
      compare={(definition) => <p>Becomes {definition}</p>}
      onRestore={undefined}
    />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'View: Version 3' }));
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Differences: Draft → Version 3',
    'Contents of Version 3',
  ]);
  expect(screen.getByRole('region', { name: 'Differences: Draft → Version 3' }).textContent).toContain(
    'Becomes Spring',
  );
});
