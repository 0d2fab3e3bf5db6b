import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSample } from '@hanasu/retrieval/extract/testing/read-sample';
import { describe, expect, test } from 'vitest';
import { checkPassages } from './check-passages.ts';

const folder = join(import.meta.dirname, '../../../../../../packages/retrieval/extract/corpus/files');
const files = readdirSync(folder);

const misreadIn = (text: string) =>
  checkPassages([{ id: '1', documentId: '1', title: 'Guide', headingPath: [], text }]).misread;

describe('misread tables', () => {
  test('are none in the files of all writers, whose tables are read well', async () => {
    expect(files.length).toBeGreaterThanOrEqual(40);
    for (const name of files) {
      const { text } = await readSample(name, readFileSync(join(folder, name)));
      expect({ name, misread: misreadIn(text) }).toEqual({ name, misread: [] });
    }
  });

  test('are found in the same text once the two tables of it are joined', async () => {
    for (const language of ['ja', 'vi', 'en']) {
      const name = `${language}.chromium.pdf`;
      const { text } = await readSample(name, readFileSync(join(folder, name)));
      const rows = text.split('\n').filter((line) => line.startsWith('|'));
      const prices = rows.slice(0, 5);
      const hours = ['| Day | Opens | Closes |', '| --- | --- | --- |', '| Monday | 9:00 | 19:00 |'];
      const joined = [...hours, ...prices.filter((row) => !row.includes('---'))].join('\n');
      expect(misreadIn(joined)).toHaveLength(1);
    }
  });
});
