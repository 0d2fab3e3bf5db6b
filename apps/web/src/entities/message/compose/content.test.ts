import type { MediaId } from '@hanasu/contract/ids';
import { BUBBLES_MAX, CARDS_MAX, EMPTY_CONTENT, type MessageContent } from '@hanasu/contract/message-content';
import { expect, it } from 'vitest';
import * as change from './content.ts';

const run = (...steps: readonly change.Change[]): MessageContent =>
  steps.reduce((content, step) => step(content), EMPTY_CONTENT);
const said = (text: string) => ({ ...change.blankBubble('text'), text }) as const;
const texts = (content: MessageContent, scope: change.Scope = null) =>
  change.bubblesIn(content, scope).map((bubble) => (bubble.kind === 'text' ? bubble.text : bubble.kind));

it('adds bubbles up to the most a message takes', () => {
  const content = run(
    ...Array.from({ length: BUBBLES_MAX + 2 }, (_, index) => change.insertBubble(null, said(`${index}`))),
  );
  expect(texts(content)).toEqual(['0', '1', '2', '3', '4']);
});

it('moves, copies and removes, and puts back where it stood', () => {
  const [one, two, three] = [said('1'), said('2'), said('3')];
  const content = run(
    change.insertBubble(null, one),
    change.insertBubble(null, two),
    change.insertBubble(null, three),
    change.moveBubble(null, three.id, 0),
  );
  expect(texts(content)).toEqual(['3', '1', '2']);
  expect(texts(change.moveBubble(null, three.id, -1)(content))).toEqual(['3', '1', '2']);
  const copied = change.duplicateBubble(null, one.id)(content);
  expect(texts(copied)).toEqual(['3', '1', '1', '2']);
  expect(new Set(copied.bubbles.map(({ id }) => id)).size).toBe(4);
  const removed = change.removeBubble(null, one.id)(content);
  expect(texts(removed)).toEqual(['3', '2']);
  expect(change.insertBubble(null, one, 1)(removed)).toEqual(content);
});

it('says something else on one kind of channel, from a copy', () => {
  const content = run(change.insertBubble(null, said('all')), change.startVariant('line'));
  const [own] = change.bubblesIn(content, 'line');
  expect(own?.id).not.toBe(content.bubbles[0]?.id);
  const changed = change.changeBubble('line', { kind: 'text', id: own?.id ?? '', text: 'own' })(content);
  expect(texts(changed)).toEqual(['all']);
  expect(texts(changed, 'line')).toEqual(['own']);
  expect(change.dropVariant('line')(changed).variants).toEqual({});
});

it('keeps at least one card and no more than fit', () => {
  const bubble = change.blankBubble('cards') as change.CardsBubble;
  const [card] = bubble.cards;
  if (!card) throw new Error('no card');
  const content = run(
    change.insertBubble(null, bubble),
    change.changeCards(null, bubble.id, () => []),
    change.changeCards(null, bubble.id, (cards) => change.duplicateCard(cards, card.id)),
  );
  const cardsOf = ({ bubbles: [first] }: MessageContent) => (first?.kind === 'cards' ? first.cards : []);
  expect(cardsOf(content)).toHaveLength(2);
  const many = change.changeCards(null, bubble.id, () => Array.from({ length: 20 }, () => card))(content);
  expect(cardsOf(many)).toHaveLength(CARDS_MAX);
});

it('leaves out what is only begun, and says where something does not fit', () => {
  const bubble = change.blankBubble('cards') as change.CardsBubble;
  const content: MessageContent = {
    ...EMPTY_CONTENT,
    bubbles: [
      {
        ...bubble,
        more: { label: '', url: '' },
        cards: bubble.cards.map((card) => ({
          ...card,
          details: [{ label: 'Size', text: ' ' }],
          buttons: [
            { label: 'Open', action: { kind: 'link', url: 'exa' } },
            { label: 'Say', action: { kind: 'message', text: 'hello' } },
          ],
        })),
      },
    ],
    quickReplies: [{ label: '', text: 'x' }],
    sender: { name: '', iconMediaUuid: null },
  };
  expect(change.wrongPlaces(content)).toEqual(
    new Set([
      'bubbles.0.cards.0.details.0.text',
      'bubbles.0.cards.0.buttons.0.action.url',
      'bubbles.0.more.label',
      'bubbles.0.more.url',
      'quickReplies.0.label',
      'sender.name',
    ]),
  );
  const left = change.settled(content);
  expect(left).toMatchObject({ quickReplies: [], sender: null });
  expect(left?.bubbles[0]).toMatchObject({
    more: null,
    cards: [{ details: [], buttons: [{ action: null }, { action: { kind: 'message' } }] }],
  });
  expect(change.settled({ ...content, quickReplies: [{ label: 'x'.repeat(21), text: '' }] })).toBeNull();
});

it('takes what is typed into one sentence as one step', () => {
  const text = (words: string) => run(change.insertBubble(null, { kind: 'text', id: 'a', text: words }));
  const step = (from: string, to: string) => change.typedStep(text(from), text(to));
  expect(step('', 'H')).toBeDefined();
  expect(step('H', 'Hi')).toBe(step('', 'H'));
  expect(step('こ', 'こん')).toBe(step('', 'こ'));
  // A next sentence or line, what is put in as one, and what is no text.
  expect(step('Hi.', 'Hi. T')).not.toBe(step('', 'H'));
  expect(step('こんにちは。', 'こんにちは。本')).not.toBe(step('', 'こ'));
  expect(step('Hi', 'Hi {{customer.name}}')).toBeUndefined();
  expect(change.typedStep(text(''), run())).toBeUndefined();
  expect(change.typedStep(text('a'), text('a'))).toBeUndefined();
});

it('takes each choice as a step of its own', () => {
  const [one, other] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
  const media = (mediaUuid: string | undefined) =>
    run(change.insertBubble(null, { kind: 'image', id: 'a', mediaUuid: mediaUuid as MediaId }));
  expect(change.typedStep(media(one), media(other))).toBeUndefined();
  const fields = run(change.insertBubble(null, { kind: 'text', id: 'a', text: 'a' }));
  const both = {
    ...fields,
    bubbles: [{ kind: 'text', id: 'a', text: 'b' } as const],
    quickReplies: [{ label: 'b', text: '' }],
  };
  expect(change.typedStep({ ...fields, quickReplies: [{ label: 'a', text: '' }] }, both)).toBeUndefined();
});
