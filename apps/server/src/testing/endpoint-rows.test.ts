import { ENDPOINTS } from '@hanasu/contract/api';
import type { Endpoint } from '@hanasu/contract/endpoint';
import { expect, test } from 'vitest';
import { ENDPOINT_ROWS } from './endpoint-rows.ts';

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

test('every endpoint of the contract has its line', () => {
  const lines = ENDPOINT_ROWS.map(({ endpoint }) => nameOf(endpoint));
  expect(lines.toSorted()).toEqual(ENDPOINTS.map(nameOf).toSorted());
});
