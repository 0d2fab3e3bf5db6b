import type { BotSettings } from './bots.ts';

/** Values may stand in a text any number of times; more than this is left out. Characters. */
const LONGEST_TEXT = 60_000;

/** Puts the values of the bot's variables in the place of `{{name}}`; a name that nobody has set stays as typed. */
export function fillVariables(text: string, variables: BotSettings['variables']): string {
  if (variables.length === 0 || !text.includes('{{')) return text;
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  let room = Math.max(0, LONGEST_TEXT - text.length);
  return text.replaceAll(/\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g, (typed, name: string) => {
    const value = values.get(name);
    if (value === undefined) return typed;
    if (value.length > room) return '';
    room -= value.length;
    return value;
  });
}
