import {
  CARD_DETAILS_MAX,
  CARDS_MAX,
  type CardLayout,
  type MessageCard,
} from '@hanasu/contract/message-content';
import type { CardRows } from '@hanasu/contract/message-templates';
import { graphemes } from '@hanasu/contract/typed-words';
import { newPartId } from '../compose/content.ts';

export const CARD_PARTS = ['title', 'lead', 'text', 'picture', 'link'] as const;
export type CardPart = (typeof CARD_PARTS)[number];

/** Which column fills which part of a card: its place, or null. */
export interface CardMapping {
  readonly layout: CardLayout;
  readonly columns: Readonly<Record<CardPart, number | null>>;
  /** Shown as lines with their column's name. */
  readonly details: readonly number[];
  /** Words of the button that opens the link. */
  readonly button: string;
}

/** How columns are called in tables of shops and in feeds. */
const NAMES: Readonly<Record<CardPart, RegExp>> = {
  title: /^(title|name|product|item|商品名?|品名|名前|名称|タイトル|件名|tên.*|sản phẩm|tiêu đề)$/iu,
  lead: /^(price|lead|date|published|価格|値段|税込価格|販売価格|日付|公開日|営業時間|giá.*|ngày.*)$/iu,
  text: /^(description|summary|text|content|details?|説明文?|紹介文?|本文|概要|内容|詳細|mô tả.*|nội dung)$/iu,
  picture:
    /^(image|picture|photo|thumbnail|image.?(url|link|src)|画像(url)?|写真|サムネイル|ảnh.*|hình.*)$/iu,
  link: /^(link|url|page|product.?url|リンク|商品ページ|ページ|アドレス|liên kết|đường dẫn|trang)$/iu,
};
const ADDRESS = /^https?:\/\/\S+$/i;
const PICTURE = /\.(?:jpe?g|png|gif|webp)(?:[?#]|$)/i;

/** What the columns most likely are: by their names, then by what stands in them. */
export function guessMapping({ columns, rows }: CardRows, layout: CardLayout, button: string): CardMapping {
  const taken = new Set<number>();
  const claim = (fits: (index: number) => boolean): number | null => {
    const index = columns.findIndex((_, each) => !taken.has(each) && fits(each));
    if (index < 0) return null;
    taken.add(index);
    return index;
  };
  const named = (part: CardPart) =>
    claim((index) => NAMES[part].test((columns[index] ?? '').normalize('NFC').trim()));
  const all = (index: number, pattern: RegExp) => {
    const values = rows.map((row) => row[index]?.trim() ?? '').filter(Boolean);
    return values.length > 0 && values.every((value) => ADDRESS.test(value) && pattern.test(value));
  };
  const found = {
    title: named('title'),
    lead: named('lead'),
    text: named('text'),
    picture: named('picture') ?? claim((index) => all(index, PICTURE)),
    link: named('link') ?? claim((index) => all(index, /^/)),
  };
  return {
    layout,
    columns: { ...found, title: found.title ?? claim((index) => !all(index, /^/)) },
    details: [],
    button,
  };
}

/** Cuts a text to at most `max` graphemes; an ellipsis at the end marks the cut. */
export function cut(text: string, max: number): string {
  const words = text.trim().normalize('NFC');
  if (graphemes(words) <= max) return words;
  return `${[...new Intl.Segmenter().segment(words)]
    .slice(0, max - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}

export interface MadeCard {
  readonly card: MessageCard;
  /** Address to fetch its picture from. */
  readonly pictureUrl: string | null;
  /** Words that were longer than a card takes. */
  readonly isCut: boolean;
}

const TEXT_MAX = 400;
const LIMITS = { title: 60, lead: 40, text: TEXT_MAX } as const;
const LABEL_MAX = 20;
const DETAIL_MAX = 100;

/** One card for each row that says anything, as many as a message takes. */
export function makeCards({ columns, rows }: CardRows, mapping: CardMapping): readonly MadeCard[] {
  return rows
    .map((row) => makeCard(columns, row, mapping))
    .filter(({ card, pictureUrl }) => card.title || card.lead || card.text || pictureUrl)
    .slice(0, CARDS_MAX);
}

function makeCard(columns: readonly string[], row: readonly string[], mapping: CardMapping): MadeCard {
  const cell = (index: number | null) => (index === null ? '' : (row[index]?.trim() ?? ''));
  const given = {
    title: cell(mapping.columns.title),
    lead: cell(mapping.columns.lead),
    text: cell(mapping.columns.text),
  };
  const words = {
    title: cut(given.title.replaceAll(/\s+/g, ' '), LIMITS.title),
    lead: cut(given.lead.replaceAll(/\s+/g, ' '), LIMITS.lead),
    text: cutUnits(given.text, LIMITS.text),
  };
  const url = cell(mapping.columns.link);
  const picture = cell(mapping.columns.picture);
  return {
    card: {
      id: newPartId(),
      layout: mapping.layout,
      mediaUuid: null,
      ...words,
      details: mapping.details
        .map((index) => ({ label: cut(columns[index] ?? '', LABEL_MAX), text: cut(cell(index), DETAIL_MAX) }))
        .filter(({ text }) => text)
        .slice(0, CARD_DETAILS_MAX),
      buttons:
        ADDRESS.test(url) && mapping.button.trim()
          ? [{ label: cut(mapping.button, LABEL_MAX), action: { kind: 'link', url } }]
          : [],
    },
    pictureUrl: ADDRESS.test(picture) ? picture : null,
    isCut: Object.values(words).some((text) => text.endsWith('…')),
  };
}

/** Counted in UTF-16 units, never through a character. */
function cutUnits(text: string, max: number): string {
  const words = text.trim().normalize('NFC');
  if (words.length <= max) return words;
  let made = '';
  for (const { segment } of new Intl.Segmenter().segment(words)) {
    if (made.length + segment.length > max - 1) break;
    made += segment;
  }
  return `${made.trimEnd()}…`;
}
