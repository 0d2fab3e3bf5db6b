import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * Reads a query value as JSON only where writing it again gives the same text. Ids of vendors are digits beyond what a
 * number holds, and codes look like numbers now and then: those stay the text that they are.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string' && JSON.stringify(value) !== text) throw new Error('not exact');
  return value;
}

export const exactSearch = {
  parseSearch: parseSearchWith(parseExactly),
  stringifySearch: stringifySearchWith(JSON.stringify, parseExactly),
};
