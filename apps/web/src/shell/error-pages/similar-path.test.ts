import { expect, test } from 'vitest';
import { similarPath } from './similar-path.ts';

const ROUTES = ['/', '/Register', '/Bot/', '/Bot/$id/', '/Bot/$id/Chat', '/Knowledge/Add', '/Knowledge/$id'];

test.each([
  ['/register', '/Register'],
  ['/REGISTER/', '/Register'],
  ['/bot/aB-1/chat', '/Bot/aB-1/Chat'],
  ['/knowledge/ADD', '/Knowledge/Add'],
  ['/Knowledge/add', '/Knowledge/Add'],
  ['/Register', null],
  ['/Bot/aB-1', null],
  ['/registers', null],
  ['/', null],
])('%s leads to %s', (path, meant) => {
  expect(similarPath(path, ROUTES)).toBe(meant);
});
