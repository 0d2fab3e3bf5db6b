import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '@hanasu/contract/api';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

/** In the order of the columns, each may do less than the one before. */
const COLUMNS = ['owner', 'admin', 'operator', 'viewer', 'public'];

interface Line {
  readonly endpoint: string;
  /** The last column that has a mark, as the contract calls it. */
  readonly access: string;
}

/** The lines of the tables in docs/roles.md, one for each endpoint that they name. */
function readTables(): Line[] {
  const text = readFileSync(path.join(ROOT, 'docs/roles.md'), 'utf8');
  return text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === COLUMNS.length + 4 && cells[2] === '✓')
    .flatMap((cells) => {
      const marks = cells.slice(2, 2 + COLUMNS.length);
      const granted = marks.lastIndexOf('✓');
      const hasGap = marks.slice(0, granted).some((mark) => mark !== '✓');
      const access = hasGap ? `with a gap: ${marks.join('|')}` : (COLUMNS[granted] ?? 'nobody');
      const endpoints = [...(cells.at(-2) ?? '').matchAll(/`([^`]+)`/g)];
      return endpoints.map(([, endpoint = '']) => ({ endpoint, access }));
    });
}

const byEndpoint = (one: Line, other: Line): number => one.endpoint.localeCompare(other.endpoint);

test('docs/roles.md names each endpoint once, with the roles that the contract lets in', () => {
  const contract = ENDPOINTS.map(({ method, path: route, access }) => ({
    endpoint: `${method} ${route}`,
    access,
  }));
  expect(readTables().toSorted(byEndpoint)).toEqual(contract.toSorted(byEndpoint));
});
