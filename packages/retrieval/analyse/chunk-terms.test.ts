import { expect, it } from 'vitest';
import { chunkTerms } from './chunk-terms.ts';

it('counts a title token twice and gives lengths by channel', () => {
  const { lengths, terms } = chunkTerms({ title: 'Refund', text: 'refund 返金' });
  expect(terms.get('Wrefund')).toBe(3);
  expect(terms.get('S返金')).toBe(1);
  expect(lengths).toEqual([3, 3, 0, 15, 1, 1, 2, 0]);
});

it('adds up: the counts of a channel are its length', () => {
  const { lengths, terms } = chunkTerms({ title: 'カード払い', text: 'Thanh toán bằng thẻ, カードで払う' });
  const sum = (channel: string) =>
    [...terms].filter(([term]) => term.startsWith(channel)).reduce((total, [, count]) => total + count, 0);
  expect([...'WPBCSGUK'].map(sum)).toEqual(lengths);
});
