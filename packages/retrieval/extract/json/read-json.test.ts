import { expect, it } from 'vitest';
import { failureOf, readSample } from '../testing/read-sample.ts';

const read = async (value: unknown) => (await readSample('a.json', JSON.stringify(value))).text;

it('writes values under the names that lead to them', async () => {
  const value = {
    name: 'さくら医院',
    open: true,
    address: { town: 'Huế', lines: ['1 Lê Lợi', 'P. Vĩnh Ninh'] },
    staff: [{ name: 'An', role: 'doctor', tags: ['vi', 'en'] }],
    none: null,
  };
  expect(await read(value)).toBe(
    'name: さくら医院\nopen: true\n\n# address\n\ntown: Huế\nlines: 1 Lê Lợi, P. Vĩnh Ninh\n\n# staff\n\n## An\n\nname: An\nrole: doctor\ntags: vi, en',
  );
});

it('makes a table of records, and reads one value a line', async () => {
  const table = '| id | name |\n| --- | --- |\n| 1 | a |\n| 2 | b |';
  expect(
    await read([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]),
  ).toBe(table);
  expect((await readSample('a.jsonl', '{"id":1,"name":"a"}\n{"id":2,"name":"b"}\n')).text).toBe(table);
});

it('keeps numbers with more digits than a double holds', async () => {
  expect((await readSample('a.json', '{"card":12345678901234567890}')).text).toBe(
    'card: 12345678901234567890',
  );
});

it('refuses what is no JSON or nested too deep', async () => {
  expect(await failureOf('a.json', '{"a": ')).toBe('broken');
  expect(await failureOf('a.json', '['.repeat(100_000) + ']'.repeat(100_000))).toBe('broken');
});
