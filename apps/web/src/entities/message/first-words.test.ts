import { splitVariables } from '@hanasu/contract/message-variables';
import { expect, it } from 'vitest';
import { firstWords } from './first-words.ts';

const card = (id: string, title: string) => ({
  id,
  title,
  layout: 'text' as const,
  mediaUuid: null,
  lead: '',
  text: '',
  details: [],
  buttons: [],
});
const cards = (altText: string) => ({
  kind: 'cards' as const,
  id: 'c',
  altText,
  cards: [card('d', ''), card('e', 'Tea')],
  more: null,
});

it('names a message by its first words', () => {
  const picture = { kind: 'image', id: 'a', mediaUuid: null } as const;
  expect(firstWords({ bubbles: [picture, { kind: 'text', id: 'b', text: ' Hello\nthere' }] })).toBe('Hello');
  expect(firstWords({ bubbles: [cards('')] })).toBe('Tea');
  expect(firstWords({ bubbles: [cards('Our menu')] })).toBe('Our menu');
  expect(firstWords({ bubbles: [picture] })).toBe('');
});

it('separates typed text from variables', () => {
  expect(splitVariables('Hello {{customer.name | "you"}}, {{Staff}}{{ customer.size }}')).toEqual([
    ...['Hello ', { name: 'customer.name' }, ', ', { name: 'staff.name' }, { name: 'customer.size' }],
  ]);
  expect(splitVariables('｛｛ no')).toEqual(['｛｛ no']);
  expect(splitVariables('')).toEqual([]);
});
