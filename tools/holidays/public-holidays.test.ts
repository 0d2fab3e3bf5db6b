import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publicHolidays } from './public-holidays.ts';

test('the holidays that the server knows are those of the library and the laws: `npm run holidays`', () => {
  const file = new URL('../../apps/server/src/features/automations/public-holidays.json', import.meta.url);
  expect(publicHolidays()).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
