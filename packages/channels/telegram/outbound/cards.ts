import {
  cardsWords,
  type OutgoingCard,
  type OutgoingCardButton,
  type OutgoingCards,
} from '../../spec/outgoing.ts';
import { writeSaid } from '../callback-payload.ts';
import { TELEGRAM_LIMITS } from '../limits.ts';
import type { Prepared } from './messages.ts';
import { createRichWriter, type RichText } from './rich-text.ts';

/** Cards that have a message of their own; each is a call, so what comes after them is one message of words. */
const MOST_ALONE = 5;

type Write = (rich: RichText) => Prepared[];
type Key = Readonly<Record<string, string>>;

/** A picture with its words and buttons for each card. `write`: words as messages. */
export function cardMessages({ altText, cards, more }: OutgoingCards, write: Write): Prepared[] {
  const alone = cards.length <= MOST_ALONE + 1 ? cards : cards.slice(0, MOST_ALONE);
  const rest = cards.slice(alone.length);
  const moreKey =
    more && rest.length === 0 ? keyOf({ label: more.label, action: { kind: 'link', url: more.url } }) : null;
  const words = cardsWords({ cards: rest, more: moreKey ? null : more });
  const messages = alone.flatMap((card, index) =>
    cardMessage(card, { write, more: index === alone.length - 1 ? moreKey : null }),
  );
  const said = [...messages, ...write({ text: words, entities: [] })];
  return said.length > 0 ? said : write({ text: altText, entities: [] });
}

function cardMessage(
  card: OutgoingCard,
  { write, more }: { readonly write: Write; readonly more: Key | null },
): Prepared[] {
  const keys = card.buttons.map(keyOf);
  const rich = wordsOf(
    card,
    card.buttons.filter((_button, index) => keys[index] === null),
  );
  const shown = [...keys, more].filter((key) => key !== null);
  const markup = shown.length === 0 ? {} : { reply_markup: { inline_keyboard: shown.map((key) => [key]) } };
  const photo = card.imageUrl?.startsWith('https:') ? card.imageUrl : null;
  const [firstKey] = shown;
  const spoken = rich.text === '' && firstKey ? { text: firstKey.text ?? '', entities: [] } : rich;
  if (photo === null) return withMarkup(write(spoken), markup);
  if (rich.text.length > TELEGRAM_LIMITS.captionLength)
    return [{ method: 'sendPhoto', params: { photo }, otherwise: photo }, ...withMarkup(write(rich), markup)];
  const entities = rich.entities.length === 0 ? {} : { caption_entities: rich.entities };
  const caption = rich.text === '' ? {} : { caption: rich.text, ...entities };
  return [{ method: 'sendPhoto', params: { photo, ...caption, ...markup }, otherwise: spoken.text || photo }];
}

const withMarkup = (messages: readonly Prepared[], markup: object): Prepared[] =>
  messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, params: { ...message.params, ...markup } } : message,
  );

/** Its name stands out; what no button can do follows the details. */
function wordsOf(card: OutgoingCard, left: readonly OutgoingCardButton[]): RichText {
  const writer = createRichWriter();
  const title = oneLine(card.title);
  if (title !== '') writer.styled({ type: 'bold' }, () => writer.write(title));
  const below = cardsWords({ cards: [{ ...card, title: '', buttons: left }], more: null });
  if (below !== '') writer.write(title === '' ? below : `\n${below}`);
  return writer.done();
}

const oneLine = (text: string): string => text.toWellFormed().replaceAll(/\s+/g, ' ').trim();

/** Null: the link is not `https:` (a server at home), or the words are too long for a button to carry. */
function keyOf({ label, action }: OutgoingCardButton): Key | null {
  if (action.kind === 'link') {
    const text = oneLine(label) || oneLine(action.url);
    return action.url.startsWith('https:') ? { text, url: action.url } : null;
  }
  const text = oneLine(label) || oneLine(action.text);
  const callback = writeSaid(action.text, action.tapData);
  return callback === null || text === '' ? null : { text, callback_data: callback };
}
