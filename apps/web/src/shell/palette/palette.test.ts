import { describe, expect, test } from 'vitest';
import { type Command, findCommands, folded } from './palette.ts';

const command = (label: string, hint = '', words?: string): Command => ({
  key: `page:${label}`,
  kind: 'page',
  icon: 'house',
  label,
  hint,
  ...(words ? { words } : {}),
});
const found = (query: string, ...commands: Command[]) =>
  findCommands(commands, query).map(({ label }) => label);

describe('finding commands', () => {
  test.each([
    ['kien thuc', 'Kho kiến thức'],
    ['hop thu', 'Hộp thư'],
    ['DOI', 'Đổi ngôn ngữ'],
    ['ぼっと', 'ボット'],
    ['ﾎﾞｯﾄ', 'ボット'],
    ['ＰＤＦ', 'pdf'],
  ])('“%s” finds “%s”', (query, label) => {
    expect(found(query, command(label), command('Something else'))).toEqual([label]);
  });

  test('every word must occur, in the label, the hint or further words', () => {
    const bots = command('ボット', '/Bot', 'Bots');
    expect(found('bot', bots)).toEqual(['ボット']);
    expect(found('bots /bot', bots)).toEqual(['ボット']);
    expect(found('bot channel', bots)).toEqual([]);
  });

  test('what begins with the query comes first', () => {
    expect(found('bot', command('New bot'), command('Bots'))).toEqual(['Bots', 'New bot']);
  });

  test('marks that change a letter of Japanese stay', () => {
    expect(folded('か')).not.toBe(folded('が'));
  });
});
