// @vitest-environment jsdom
import { EMPTY_CONTENT, type MessageCard, type MessageContent } from '@hanasu/contract/message-content';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { findSampleCards, useSampleWords } from './sample-texts.ts';

afterEach(cleanup);

const cardOf = (more: Partial<MessageCard>): MessageCard => ({
  id: 'c1',
  layout: 'product',
  mediaUuid: null,
  title: 'Roll cake',
  lead: '$6',
  text: '',
  details: [],
  buttons: [],
  ...more,
});
const contentOf = (...cards: MessageCard[]): MessageContent => ({
  ...EMPTY_CONTENT,
  bubbles: [{ kind: 'cards', id: 'b1', altText: '', cards, more: null }],
});

describe('cards with sample texts', () => {
  const samples = new Set(['Product name', '$20', 'December 31']);

  test('are named with their number and what is left', () => {
    const content = contentOf(cardOf({}), cardOf({ title: 'Product name', lead: ' $20 ' }));
    expect(findSampleCards(content, samples)).toEqual([
      { bubbleId: 'b1', number: 2, texts: [' $20 ', 'Product name'] },
    ]);
  });

  test('are found in details and in what is said on one kind of channel', () => {
    const details = [{ label: 'Valid until', text: 'December 31' }];
    const { bubbles } = contentOf(cardOf({ layout: 'coupon', details }));
    expect(findSampleCards({ ...EMPTY_CONTENT, variants: { line: bubbles } }, samples)).toHaveLength(1);
  });

  test('are not those whose layout does not show the text', () => {
    expect(findSampleCards(contentOf(cardOf({ layout: 'text', lead: '$20' })), samples)).toEqual([]);
    expect(findSampleCards(contentOf(cardOf({ layout: 'image', text: 'Product name' })), samples)).toEqual(
      [],
    );
  });
});

function Warnings({ content }: { content: MessageContent }) {
  const sampleWords = useSampleWords();
  return sampleWords(content).map(({ words }) => <p key={words}>{words}</p>);
}

test('a card that was added in another language is found', async () => {
  await renderWithProviders(<Warnings content={contentOf(cardOf({ title: '商品名' }))} />);
  expect(await screen.findByText('Card 1 still has the sample text “商品名”.')).toBeTruthy();
});
