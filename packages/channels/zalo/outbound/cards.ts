import {
  cardsWords,
  type OutgoingCard,
  type OutgoingCardButton,
  type OutgoingCards,
} from '../../spec/outgoing.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { shortened } from './markdown-to-text.ts';
import type { Button, ZaloMessage } from './messages.ts';

const { buttonTitle, buttonPayload, cardTitle, cardSubtitle, textLength } = ZALO_LIMITS;

interface CardsContext {
  /** Words as messages. */
  readonly write: (text: string) => readonly ZaloMessage[];
  /** Buttons that there is room for. */
  readonly room: number;
}

/**
 * Cards with a picture as the vendor's lists, which open the first link of each; then, in words with buttons, what
 * lists don't show. Each message is a call of its own, so there are as few as possible.
 */
export function cardsDrafts(
  part: OutgoingCards,
  { write, room }: CardsContext,
): { readonly messages: readonly ZaloMessage[]; readonly buttons: readonly Button[] } {
  const shown = part.cards.map((card) => ({ card, element: elementOf(card) }));
  const isAlone = part.cards.length === 1;
  // Buttons that a list doesn't open; `of` null: the link to all other cards.
  const open: readonly Open[] = [
    ...shown.flatMap(({ card, element }) => {
      const opened = element?.default_action && !isAlone ? firstLink(card) : undefined;
      return card.buttons.filter((button) => button !== opened).map((button) => ({ of: card, button }));
    }),
    ...(part.more ? [{ of: null, button: linkTo(part.more) }] : []),
  ];
  const taken = new Map<Open, Button>();
  for (const each of open) {
    const made = taken.size < room ? buttonOf(each.button, isAlone ? '' : (each.of?.title ?? '')) : null;
    if (made !== null) taken.set(each, made);
  }
  const left = open.filter((each) => !taken.has(each));
  const rest = shown.flatMap(({ card, element }) =>
    restOf(card, {
      isListed: element !== null,
      buttons: left.filter(({ of }) => of === card).map(({ button }) => button),
    }),
  );
  const listed = shown.flatMap(({ card, element }) => (element ? [{ card, element }] : []));
  const moreLeft = left.some(({ of }) => of === null) ? part.more : null;
  const words = cardsWords({ cards: rest, more: moreLeft });
  const buttons = [...taken.values()];
  // Buttons stand under words alone.
  const said =
    words || (buttons.length > 0 ? part.altText.trim() || part.cards[0]?.title.trim() || '👇' : '');
  const messages = [...lists(listed), ...(said === '' ? [] : write(said))];
  return messages.length > 0 ? { messages, buttons } : { messages: write(part.altText), buttons };
}

interface Open {
  readonly of: OutgoingCard | null;
  readonly button: OutgoingCardButton;
}
const linkTo = ({ label, url }: { readonly label: string; readonly url: string }): OutgoingCardButton => ({
  label,
  action: { kind: 'link', url },
});

interface Element {
  readonly title: string;
  readonly subtitle: string;
  readonly image_url: string;
  readonly default_action?: { readonly type: 'oa.open.url'; readonly url: string };
}

function lists(listed: readonly { readonly card: OutgoingCard; readonly element: Element }[]): ZaloMessage[] {
  const messages: ZaloMessage[] = [];
  for (let from = 0; from < listed.length; from += ZALO_LIMITS.cards) {
    const some = listed.slice(from, from + ZALO_LIMITS.cards);
    const words = cardsWords({ cards: some.map(({ card }) => card), more: null });
    messages.push({
      attachment: {
        type: 'template',
        payload: { template_type: 'list', elements: some.map(({ element }) => element) },
      },
      otherwise: shortened(words, textLength),
    });
  }
  return messages;
}

/** Null: it has no picture that the vendor can load, or nothing to stand beside it. */
function elementOf(card: OutgoingCard): Element | null {
  const { imageUrl, title, lead, text } = card;
  const [first = '', ...more] = [title, lead, text].map(clean).filter((line) => line !== '');
  if (!isSecure(imageUrl) || first === '') return null;
  const link = firstLink(card);
  return {
    title: shortened(first, cardTitle),
    subtitle: shortened(more.join('\n') || first, cardSubtitle),
    image_url: imageUrl,
    ...(link ? { default_action: { type: 'oa.open.url', url: link.action.url } } : {}),
  };
}

const clean = (text: string): string => text.toWellFormed().normalize('NFC').trim();
const isSecure = (url: string | null): url is string => url !== null && /^https:\/\/[\x21-\x7e]+$/.test(url);

type LinkButton = OutgoingCardButton & { readonly action: { readonly kind: 'link' } };
const firstLink = ({ buttons }: OutgoingCard): LinkButton | undefined =>
  buttons.find(
    (button): button is LinkButton => button.action.kind === 'link' && isSecure(button.action.url),
  );

function buttonOf({ label, action }: OutgoingCardButton, of: string): Button | null {
  const said = clean(label) || (action.kind === 'message' ? clean(action.text) : '→');
  const name = clean(of).replaceAll(/\s+/g, ' ');
  const title = shortened(name === '' ? said : `${name}: ${said}`, buttonTitle);
  if (action.kind === 'link')
    return isSecure(action.url) ? { title, type: 'oa.open.url', payload: { url: action.url } } : null;
  const payload = action.text.toWellFormed().normalize('NFC');
  const fits = title !== '' && payload !== '' && Array.from(payload).length <= buttonPayload;
  return fits ? { title, type: 'oa.query.show', payload } : null;
}

/** What neither a list nor a button shows of a card; none, where that is nothing. */
function restOf(
  card: OutgoingCard,
  { isListed, buttons }: { readonly isListed: boolean; readonly buttons: readonly OutgoingCardButton[] },
): OutgoingCard[] {
  if (!isListed) return [{ ...card, buttons }];
  const isCut = Array.from(clean(`${card.lead}\n${card.text}`)).length > cardSubtitle;
  if (buttons.length + card.details.length === 0 && !isCut) return [];
  return [{ ...card, lead: '', text: isCut ? card.text : '', buttons }];
}
