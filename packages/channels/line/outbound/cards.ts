import { type CardAccent, cardAccent, cardButtonColors, mixColors } from '@hanasu/contract/contrast';
import {
  cardsWords,
  type OutgoingCard,
  type OutgoingCardButton,
  type OutgoingCards,
} from '../../spec/outgoing.ts';
import { LINE_LIMITS } from '../limits.ts';
import { cutGraphemes, cutText, type Draft, linkUri, oneLine, plainDrafts, secureUrl } from './draft.ts';
import { box, type Component, flexDraft, flexText, GRAY, uriAction } from './flex.ts';

const { actionData, actionText, buttonLabel, fileUrl } = LINE_LIMITS;
const INK = '#111827';
const WHITE = '#FFFFFF';
const MOST_TITLE = 200;
const MOST_LEAD = 100;

/** How much of each card there is room for. */
interface Room {
  readonly details: number;
  readonly text: number;
}
/** What many heavy cards give up first: details, then the ends of their texts. */
const ROOMS: readonly Room[] = [
  { details: 20, text: 1_000 },
  { details: 3, text: 1_000 },
  { details: 0, text: 1_000 },
  { details: 0, text: 160 },
  { details: 0, text: 60 },
  { details: 0, text: 0 },
];

/** Cards side by side; in several messages where their addresses alone are too long for one. */
export function cardsDrafts(part: OutgoingCards): Draft[] {
  const accent = cardAccent(part.color ?? null);
  const cards = part.cards.map((card) => readCard(card, accent)).filter((card) => !isEmpty(card));
  const words = cardsWords(part);
  const more = part.more && moreBubble(part.more, accent);
  if (cards.length === 0) return plainDrafts(words || part.altText);
  const altText = oneLine(part.altText) || oneLine(words) || '…';
  for (const room of ROOMS) {
    const bubbles = [...cards.map((card) => bubbleOf(card, room)), ...(more ? [more] : [])];
    const draft = inContainer(bubbles, { words, altText });
    if (draft !== null) return [draft, ...plainDrafts(lostLinks(part))];
  }
  if (part.cards.length === 1 && part.more === null) return plainDrafts(words);
  const half = Math.ceil(part.cards.length / 2);
  return [
    ...cardsDrafts({ ...part, cards: part.cards.slice(0, half), more: null }),
    ...cardsDrafts({ ...part, cards: part.cards.slice(half) }),
  ];
}

/** Wraps bubbles: one alone may be wider; side by side all are equally wide. */
function inContainer(bubbles: readonly Bubble[], said: Parameters<typeof flexDraft>[1]): Draft | null {
  const size = bubbles.length === 1 ? 'mega' : 'kilo';
  const sized = bubbles.map((bubble) => ({ type: 'bubble', size, ...bubble }));
  const [only] = sized;
  return sized.length === 1 && only
    ? flexDraft(only, said)
    : flexDraft({ type: 'carousel', contents: sized }, said);
}

/** A card with what the vendor takes of it. */
interface Read {
  readonly accent: CardAccent;
  readonly layout: OutgoingCard['layout'];
  readonly image: string | null;
  readonly title: string;
  readonly lead: string;
  readonly text: string;
  readonly details: OutgoingCard['details'];
  readonly buttons: readonly { readonly label: string; readonly action: Component }[];
}

function readCard(
  { layout, imageUrl, title, lead, text, details, buttons }: OutgoingCard,
  accent: CardAccent,
): Read {
  const image = imageUrl === null ? null : secureUrl(imageUrl, fileUrl);
  return {
    accent,
    layout: layout === 'image' && image === null ? 'text' : layout,
    image,
    title: cutText(oneLine(title), MOST_TITLE),
    lead: cutText(oneLine(lead), MOST_LEAD),
    text: text.toWellFormed().trim(),
    details: details
      .map((detail) => ({ label: oneLine(detail.label), text: detail.text.toWellFormed().trim() }))
      .filter((detail) => detail.label !== '' || detail.text !== ''),
    buttons: buttons.flatMap(readButton),
  };
}

const isEmpty = ({ image, title, lead, text, details, buttons }: Read): boolean =>
  image === null &&
  [title, lead, text].every((words) => words === '') &&
  details.length + buttons.length === 0;

function readButton({ label, action }: OutgoingCardButton): Read['buttons'] {
  if (action.kind === 'link') {
    const uri = linkUri(action.url);
    if (uri === null) return [];
    const shown = cutGraphemes(oneLine(label), buttonLabel) || '→';
    return [{ label: shown, action: { type: 'uri', label: shown, uri } }];
  }
  const text = cutGraphemes(action.text, actionText);
  const shown = cutGraphemes(oneLine(label) || oneLine(text), buttonLabel);
  if (shown === '') return [];
  const said = text || shown;
  const data = action.tapData?.toWellFormed() ?? '';
  return data !== '' && data.length <= actionData
    ? [{ label: shown, action: { type: 'postback', label: shown, data, displayText: said } }]
    : [{ label: shown, action: { type: 'message', label: shown, text: said } }];
}

/** Addresses that no button takes, as they are: a link is worth more than the look. */
function lostLinks({ cards, more }: OutgoingCards): string {
  const links = cards.flatMap(({ buttons }) =>
    buttons.flatMap(({ label, action }) => (action.kind === 'link' ? [{ label, url: action.url }] : [])),
  );
  return [...links, ...(more ? [more] : [])]
    .filter(({ url }) => url.trim() !== '' && linkUri(url) === null)
    .map(({ label, url }) => (label.trim() === '' ? url : `${label}: ${url}`))
    .join('\n');
}

type Bubble = Readonly<Record<string, unknown>>;

function bubbleOf(card: Read, room: Room): Bubble {
  const cut = { ...card, text: cutShort(card.text, room.text), details: card.details.slice(0, room.details) };
  switch (card.layout) {
    case 'product':
      return page(cut, [...titleOf(cut), ...leadOf(cut, { size: 'xl' }), ...bodyOf(cut)]);
    case 'location':
      return page(cut, [...titleOf(cut), ...leadOf(cut, { size: 'sm' }), ...bodyOf(cut)]);
    case 'person':
      return personOf(cut);
    case 'image':
      return pictureOf(cut);
    case 'text':
      return page(cut, [barOf(cut), ...titleOf(cut), ...leadOf(cut, { size: 'md' }), ...bodyOf(cut)]);
    case 'coupon':
      return couponOf(cut);
    case 'survey':
      return surveyOf(cut);
    default:
      return card.layout satisfies never;
  }
}

const cutShort = (text: string, most: number): string => (most === 0 ? '' : cutText(text, most));

const titleOf = ({ title }: Read, more: Component = {}): Component[] =>
  title === '' ? [] : [flexText(title, { weight: 'bold', size: 'lg', color: INK, ...more })];
const leadOf = ({ lead, accent }: Read, more: Component): Component[] =>
  lead === '' ? [] : [flexText(lead, { weight: 'bold', color: accent.ink, ...more })];
const textOf = ({ text }: Read, more: Component = {}): Component[] =>
  text === '' ? [] : [flexText(text, { size: 'sm', color: GRAY, ...more })];

const bodyOf = (card: Read): Component[] => [...textOf(card), ...detailsOf(card)];

/** Labels in a column of their own. */
function detailsOf({ details }: Pick<Read, 'details'>): Component[] {
  if (details.length === 0) return [];
  const lines = details.map(({ label, text }) =>
    box(
      'baseline',
      [
        ...(label === '' ? [] : [flexText(label, { size: 'xs', color: GRAY, flex: 3 })]),
        ...(text === '' ? [] : [flexText(text, { size: 'xs', color: INK, flex: 7 })]),
      ],
      { spacing: 'sm' },
    ),
  );
  return [box('vertical', lines, { spacing: 'xs', margin: 'md' })];
}

/** A short line above a title. */
const barOf = ({ accent }: Read): Component =>
  box('vertical', [], { width: '32px', height: '4px', cornerRadius: '2px', backgroundColor: accent.fill });

const image = (url: string, more: Component): Component => ({
  type: 'image',
  url,
  size: 'full',
  aspectMode: 'cover',
  ...more,
});

/** Picture, words and buttons under one another. The vendor stretches the words where bubbles stand side by side. */
function page(card: Read, contents: readonly Component[], more: Bubble = {}): Bubble {
  const [first] = card.buttons;
  const action = first?.action.type === 'uri' ? { action: first.action } : {};
  return {
    ...(card.image === null ? {} : { hero: image(card.image, { aspectRatio: '20:13', ...action }) }),
    // A bubble with nothing but its picture needs no words below it.
    ...(contents.length === 0 ? {} : { body: box('vertical', [...contents], { spacing: 'sm' }) }),
    ...footerOf(card),
    ...more,
  };
}

/** The vendor writes white on `primary` and black on `secondary`. */
function footerOf({ buttons, accent, layout }: Pick<Read, 'buttons' | 'accent' | 'layout'>): Bubble {
  if (buttons.length === 0) return {};
  const isSurvey = layout === 'survey';
  const contents = buttons.map(({ action }, index) => {
    const { fill, text } = cardButtonColors(accent, { isSurvey, index });
    const style = fill === null ? 'link' : text === '#ffffff' ? 'primary' : 'secondary';
    return { type: 'button', style, color: fill ?? text, height: 'sm', action };
  });
  return { footer: box('vertical', contents, { spacing: isSurvey ? 'sm' : 'xs' }) };
}

const CENTRE = { align: 'center' };

function personOf(card: Read): Bubble {
  const face =
    card.image === null ? [] : [box('vertical', [image(card.image, { aspectRatio: '1:1' })], FACE)];
  const words = [
    ...titleOf(card, CENTRE),
    ...leadOf(card, { size: 'sm', ...CENTRE }),
    ...textOf(card, CENTRE),
    ...detailsOf(card),
  ];
  const round = box('vertical', face, { alignItems: 'center', paddingBottom: 'md' });
  const contents = [...(face.length === 0 ? [] : [round]), ...words];
  return page({ ...card, image: null }, contents);
}
const FACE = { width: '112px', height: '112px', cornerRadius: '56px' };

/** All of it is the picture; a tap anywhere does what its first button says. */
function pictureOf(card: Read): Bubble {
  const [first, ...others] = card.buttons;
  const label = first ? [flexText(`${first.label} ›`, { size: 'sm', color: WHITE, weight: 'bold' })] : [];
  const words = [
    ...titleOf(card, { color: WHITE }),
    ...leadOf(card, { size: 'sm', color: WHITE, weight: 'regular' }),
    ...label,
  ];
  const below = bodyOf(card);
  const contents = [
    image(card.image ?? '', { aspectRatio: '1:1' }),
    ...(words.length === 0 ? [] : [box('vertical', words, OVER)]),
  ];
  return {
    body: box(
      'vertical',
      [
        box('vertical', contents),
        ...(below.length === 0 ? [] : [box('vertical', below, { paddingAll: 'lg', spacing: 'sm' })]),
      ],
      { paddingAll: '0px' },
    ),
    ...footerOf({ ...card, buttons: others }),
    ...(first ? { action: first.action } : {}),
  };
}
const OVER = {
  position: 'absolute',
  offsetBottom: '0px',
  offsetStart: '0px',
  offsetEnd: '0px',
  paddingAll: 'lg',
  spacing: 'xs',
  background: { type: 'linearGradient', angle: '0deg', startColor: '#000000D9', endColor: '#00000000' },
};

/** One word of capitals and digits. */
const CODE = /^[\x21-\x7e]{3,30}$/;

function couponOf(card: Read): Bubble {
  const code = card.details.find(({ text }) => CODE.test(text));
  const details = card.details.filter((detail) => detail !== code);
  const offer = [
    ...titleOf(card, { size: 'sm', color: GRAY, ...CENTRE }),
    ...leadOf(card, { size: 'xxl', ...CENTRE }),
  ];
  const terms = [...detailsOf({ details }), ...textOf(card, { size: 'xs' })];
  const parts = [offer, code ? [codeOf(code)] : [], terms].filter((part) => part.length > 0);
  const { fill } = card.accent;
  const line: Component = { type: 'separator', margin: 'md', color: mixColors(fill, 0.3) };
  const lines = parts.flatMap((part, index) => (index === 0 ? part : [line, ...part]));
  if (lines.length === 0) return page(card, []);
  const ticket = box('vertical', lines, {
    ...TICKET,
    borderColor: fill,
    backgroundColor: mixColors(fill, 0.06),
  });
  return page(card, [ticket]);
}
const TICKET = { spacing: 'sm', paddingAll: 'lg', cornerRadius: 'lg', borderWidth: 'medium' };

/** A tap copies it. */
const codeOf = ({ label, text }: Read['details'][number]): Component =>
  box(
    'vertical',
    [
      ...(label === '' ? [] : [flexText(label, { size: 'xxs', color: GRAY, ...CENTRE })]),
      flexText(text, { size: 'xl', weight: 'bold', color: INK, ...CENTRE }),
    ],
    {
      margin: 'md',
      paddingAll: 'md',
      cornerRadius: 'md',
      backgroundColor: WHITE,
      action: { type: 'clipboard', clipboardText: text },
    },
  );

/** The question stands out, and every choice weighs the same. */
function surveyOf(card: Read): Bubble {
  const contents = [
    ...titleOf(card, { size: 'sm', color: card.accent.ink }),
    ...leadOf(card, { size: 'lg', color: INK }),
    ...bodyOf(card),
  ];
  return { ...page({ ...card, buttons: [] }, contents), ...footerOf(card) };
}

/** The last bubble, as high as its neighbours. */
function moreBubble(
  { label, url }: NonNullable<OutgoingCards['more']>,
  { ink }: CardAccent,
): Component | null {
  const uri = linkUri(url);
  if (uri === null) return null;
  const action = uriAction(uri, oneLine(label) || '→');
  const button = { type: 'button', style: 'link', color: ink, flex: 1, gravity: 'center', action };
  return { body: box('vertical', [button]) };
}
