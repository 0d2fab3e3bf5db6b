import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '@hanasu/contract/api';
import { expect, test } from 'vitest';
import { withEndpoints } from './roles.ts';
import { ROOT } from './source-files.ts';

const written = readFileSync(path.join(ROOT, 'docs/roles.md'), 'utf8');

test('docs/roles.md is what the contract says: `npm run roles`', () => {
  expect(withEndpoints(written)).toBe(written);
});

test('every endpoint of the contract is named once', () => {
  const named = [...written.matchAll(/^ {2}- `([^`]+)`/gm)].map(([, endpoint]) => endpoint);
  const inContract = ENDPOINTS.map(({ method, path: route }) => `${method} ${route}`);
  expect(named.toSorted()).toEqual(inContract.toSorted());
});
