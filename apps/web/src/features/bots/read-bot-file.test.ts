import { expect, it } from 'vitest';
import { readBotFile } from './ImportBot.tsx';

const good = { format: 'hanasu-bot', version: 1, bot: { name: 'Clerk', serviceUuid: 'builtin' } };
const read = (text: string) => readBotFile(new Blob([text]));
const pathsOf = async (value: unknown) => {
  const result = await read(JSON.stringify(value));
  return 'problems' in result ? result.problems.map(({ path }) => path).toSorted() : result;
};

it('reads a file, and fills in what it leaves out', async () => {
  expect(await read(`\uFEFF${JSON.stringify(good)}`)).toMatchObject({
    file: { bot: { name: 'Clerk', instructions: '', knowledge: [] } },
  });
});

it.each(['', '{ broken', 'PK\u0003\u0004'])('%j is no JSON', async (text) => {
  expect(await read(text)).toEqual({ unreadable: 'notJson' });
});

it('is too large', async () => {
  expect(await read('x'.repeat(1_000_001))).toEqual({ unreadable: 'tooLarge' });
});

it.each([
  [[], ['']],
  [5, ['']],
  [{ ...good, format: 'dify' }, ['format']],
  [{ ...good, version: 2 }, ['version']],
  [{ ...good, bot: { ...good.bot, nickname: 'x', age: 5 } }, ['bot.age', 'bot.nickname']],
  [
    {
      ...good,
      bot: { ...good.bot, name: '', settings: { tone: 'rude', variables: [{ name: '1', value: '' }] } },
    },
    ['bot.name', 'bot.settings.tone', 'bot.settings.variables.0.name'],
  ],
])('%j has problems at %j', async (value, paths) => {
  expect(await pathsOf(value)).toEqual(paths);
});
