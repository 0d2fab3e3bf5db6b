import {
  BUBBLES_MAX,
  type Bubble,
  type BubbleKind,
  CARDS_MAX,
  type CardLayout,
  type MessageCard,
  MessageContent,
} from '@hanasu/contract/message-content';
import { newId } from '../../../shell/new-id.ts';

/** Selects bubbles: those for every channel (null), or those said instead on channels of a kind. */
export type Scope = string | null;
export type Change = (content: MessageContent) => MessageContent;
export type CardsBubble = Extract<Bubble, { kind: 'cards' }>;

const PART_ID_LENGTH = 10;
export const newPartId = (): string => newId().replaceAll('-', '').slice(0, PART_ID_LENGTH);

export const bubblesIn = ({ bubbles, variants }: MessageContent, scope: Scope): readonly Bubble[] =>
  scope === null ? bubbles : (variants[scope] ?? []);

/** Changes one list of bubbles. */
const inScope =
  (scope: Scope, change: (bubbles: readonly Bubble[]) => readonly Bubble[]): Change =>
  (content) => {
    const next = [...change(bubblesIn(content, scope))];
    return scope === null
      ? { ...content, bubbles: next }
      : { ...content, variants: { ...content.variants, [scope]: next } };
  };

/** Takes one out of its place and puts it into another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length || from === to) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

const blankCard = (layout: CardLayout): MessageCard => ({
  id: newPartId(),
  layout,
  mediaUuid: null,
  title: '',
  lead: '',
  text: '',
  details: [],
  buttons: [],
});

export function blankBubble(kind: BubbleKind, card: MessageCard = blankCard('product')): Bubble {
  const id = newPartId();
  switch (kind) {
    case 'text':
      return { kind, id, text: '' };
    case 'image':
    case 'video':
    case 'audio':
      return { kind, id, mediaUuid: null };
    case 'rich-message':
      return { kind, id, richMessageUuid: null };
    case 'cards':
      return { kind, id, altText: '', cards: [card], more: null };
    case 'form':
      return { kind, id, formUuid: null };
    case 'native':
      return { kind, id, altText: '', json: '' };
    default:
      return kind satisfies never;
  }
}

/** `at`: its place; absent: the last. One more than a message takes changes nothing. */
export const insertBubble = (scope: Scope, bubble: Bubble, at?: number): Change =>
  inScope(scope, (bubbles) =>
    bubbles.length >= BUBBLES_MAX ? bubbles : bubbles.toSpliced(at ?? bubbles.length, 0, bubble),
  );

export const changeBubble = (scope: Scope, bubble: Bubble): Change =>
  inScope(scope, (bubbles) => bubbles.map((each) => (each.id === bubble.id ? bubble : each)));

export const moveBubble = (scope: Scope, id: string, to: number): Change =>
  inScope(scope, (bubbles) =>
    moved(
      bubbles,
      bubbles.findIndex((each) => each.id === id),
      to,
    ),
  );

export const removeBubble = (scope: Scope, id: string): Change =>
  inScope(scope, (bubbles) => bubbles.filter((each) => each.id !== id));

const copyOf = (bubble: Bubble): Bubble => ({ ...structuredClone(bubble), id: newPartId() });

/** The copy stands right after it. */
export const duplicateBubble =
  (scope: Scope, id: string): Change =>
  (content) => {
    const at = bubblesIn(content, scope).findIndex((each) => each.id === id);
    const bubble = bubblesIn(content, scope)[at];
    return bubble ? insertBubble(scope, copyOf(bubble), at + 1)(content) : content;
  };

/** Begins with what is said everywhere. */
export const startVariant =
  (kind: string): Change =>
  (content) => ({
    ...content,
    variants: { ...content.variants, [kind]: content.bubbles.map(copyOf) },
  });

export const putVariant =
  (kind: string, bubbles: readonly Bubble[]): Change =>
  (content) => ({ ...content, variants: { ...content.variants, [kind]: [...bubbles] } });

export const dropVariant =
  (kind: string): Change =>
  (content) => {
    const { [kind]: _, ...variants } = content.variants;
    return { ...content, variants };
  };

/** Changes cards of what may have been changed meanwhile, so it is found again by its id. */
export const changeCards = (
  scope: Scope,
  id: string,
  change: (cards: readonly MessageCard[]) => readonly MessageCard[],
): Change =>
  inScope(scope, (bubbles) =>
    bubbles.map((bubble) => {
      if (bubble.id !== id || bubble.kind !== 'cards') return bubble;
      const cards = change(bubble.cards).slice(0, CARDS_MAX);
      return cards.length > 0 ? { ...bubble, cards: [...cards] } : bubble;
    }),
  );

export const duplicateCard = (cards: readonly MessageCard[], id: string): readonly MessageCard[] => {
  const at = cards.findIndex((card) => card.id === id);
  const card = cards[at];
  return card ? cards.toSpliced(at + 1, 0, { ...structuredClone(card), id: newPartId() }) : cards;
};

/** Texts end in these, or begin with a new line. */
const SENTENCE_ENDS = /[\n.!?。！？]/;
/** More at once was put in, not typed. */
const TYPED_MAX = 6;
const NOT_TYPED = /\.(kind|layout|\w+Uuid)$/;

/** Places where texts differ; null: something else differs. */
function changedTexts(before: unknown, after: unknown, path = ''): readonly string[] | null {
  if (before === after) return [];
  if (typeof before === 'string' && typeof after === 'string') {
    if (NOT_TYPED.test(path) || Math.abs(after.length - before.length) > TYPED_MAX) return null;
    return [`${path} ${before.split(SENTENCE_ENDS).length}`];
  }
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return null;
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  if (old.size !== now.size) return null;
  const found: string[] = [];
  for (const [key, value] of old) {
    const inside = changedTexts(value, now.get(key), `${path}.${key}`);
    if (!inside) return null;
    found.push(...inside);
  }
  return found;
}

/** Name of the undo step, shared by all typing into one sentence; undefined: a step of its own. */
export function typedStep(before: MessageContent, after: MessageContent): string | undefined {
  const texts = changedTexts(before, after);
  return texts?.length === 1 ? texts[0] : undefined;
}

/** Parts that the server would refuse, as their places: `bubbles.0.cards.1.buttons.0.action.url`. */
export const wrongPlaces = (content: MessageContent): ReadonlySet<string> =>
  new Set(MessageContent.safeParse(content).error?.issues.map(({ path }) => path.join('.')));

export const isSendable = (content: MessageContent): boolean => MessageContent.safeParse(content).success;

const isLink = (url: string): boolean =>
  MessageContent.shape.bubbles.safeParse([
    { kind: 'cards', id: 'a', altText: '', cards: [blankCard('text')], more: { label: 'a', url } },
  ]).success;

function settledBubble(bubble: Bubble): Bubble {
  if (bubble.kind !== 'cards') return bubble;
  const { more } = bubble;
  return {
    ...bubble,
    more: more?.label.trim() && isLink(more.url) ? more : null,
    cards: bubble.cards.map((card) => ({
      ...card,
      details: card.details.filter(({ text }) => text.trim()),
      buttons: card.buttons.map((button) => {
        const { action } = button;
        const isWhole = action?.kind === 'link' ? isLink(action.url) : action?.text.trim();
        return isWhole ? button : { ...button, action: null };
      }),
    })),
  };
}

/**
 * Content that a server accepts while the user is still typing: unfinished parts are left out. Null: something is
 * longer than it may be.
 */
export function settled(content: MessageContent): MessageContent | null {
  const next = {
    ...content,
    bubbles: content.bubbles.map(settledBubble),
    variants: Object.fromEntries(
      Object.entries(content.variants).map(([kind, bubbles]) => [kind, bubbles.map(settledBubble)]),
    ),
    quickReplies: content.quickReplies.filter(({ label }) => label.trim()),
    sender: content.sender?.name.trim() ? content.sender : null,
  };
  return MessageContent.safeParse(next).data ?? null;
}
