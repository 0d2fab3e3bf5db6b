import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect } from 'vitest';
import { NESTED_USE, type NestedUse } from '../platform/database/database.ts';

/** Refuses transactions inside of others in every test, and fails the file also where the error was caught. */
const uses: NestedUse[] = [];
const refuse = (message: unknown): void => {
  const use = message as NestedUse;
  use.isRefused = true;
  uses.push(use);
};

beforeAll(() => subscribe(NESTED_USE, refuse));
afterAll(() => {
  unsubscribe(NESTED_USE, refuse);
  expect(uses.filter(({ isRefused }) => isRefused)).toEqual([]);
});
