import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).sort();

test('.env.example lists exactly the settings that config.ts reads', () => {
  const settings = namesIn(read('apps/server/src/app/config.ts'), /^ {2}([A-Z][A-Z0-9_]+):/gm);
  expect(settings.length).toBeGreaterThan(10);
  expect(namesIn(read('.env.example'), /^#? ?([A-Z][A-Z0-9_]+)=/gm)).toEqual(settings);
});
