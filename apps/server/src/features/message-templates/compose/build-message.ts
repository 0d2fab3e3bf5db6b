import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import {
  cardsWords,
  DEFAULT_MESSAGE_OPTIONS,
  type MessageOptions,
  type OutgoingCard,
  type OutgoingPart,
  richMessageWords,
} from '@hanasu/channels/spec/outgoing';
import {
  type Bubble,
  bubblesFor,
  type ContentProblem,
  type MessageCard,
  type MessageContent,
  type ShownBubble,
} from '@hanasu/contract/message-content';
import { fillMessage, variablesIn } from '@hanasu/contract/message-variables';
import type { KeptMediaStore } from '../../conversations/public.ts';
import type { ContentFacts } from './content-facts.ts';
import { textsOf } from './content-parts.ts';
import type { MessageReader } from './message-values.ts';

/** A message as it goes out to one reader. What has a problem is left out. */
export interface BuiltMessage {
  readonly parts: readonly { readonly bubbleId: string; readonly part: OutgoingPart }[];
  readonly options: MessageOptions;
  /** As it stands in threads. */
  readonly bubbles: readonly ShownBubble[];
  /** The same in words. */
  readonly text: string;
  readonly problems: readonly ContentProblem[];
  /** Variables without a value and without anything to say instead. */
  readonly missing: readonly string[];
}

export interface BuildPlace {
  readonly publicUrl: string;
  /** By the database's clock. */
  readonly now: number;
  readonly fileBytes: ChannelManifest['limits']['fileBytes'];
  readonly keptMedia: Pick<KeptMediaStore, 'cardPicturePath' | 'partOf'>;
  readonly checkNative: ChannelAdapter['checkNative'];
}

type Reader = Pick<MessageReader, 'channelKind' | 'values' | 'known'>;
type Trouble = Pick<ContentProblem, 'reason'> &
  Partial<Pick<ContentProblem, 'cardId' | 'detail' | 'path' | 'rule'>>;
interface BuiltBubble {
  readonly part: OutgoingPart | null;
  readonly shown: ShownBubble | null;
  readonly words: string;
  readonly troubles: readonly Trouble[];
}
interface Builder extends BuildPlace {
  readonly facts: ContentFacts;
  readonly fill: (text: string) => string;
}

/** A message for channels of the reader's kind, from what it refers to. */
export function buildMessage(
  content: MessageContent,
  {
    facts,
    reader,
    place,
  }: { readonly facts: ContentFacts; readonly reader: Reader; readonly place: BuildPlace },
): BuiltMessage {
  const missing = new Set<string>();
  const fill = (text: string): string => {
    const filled = fillMessage(text, reader.values);
    for (const name of filled.missing) if (reader.known.has(name)) missing.add(name);
    return filled.text;
  };
  const builder: Builder = { ...place, facts, fill };
  const bubbles = bubblesFor(content, reader.channelKind);
  const channel = bubbles === content.bubbles ? null : reader.channelKind;
  const built = bubbles.map((bubble) => ({ bubble, ...buildBubble(builder, bubble) }));
  const problems = built.flatMap(({ bubble, troubles }): ContentProblem[] =>
    [...troubles, ...variableTroubles(textsOf(bubble), reader.known)].map((trouble) => ({
      cardId: null,
      detail: null,
      path: null,
      ...trouble,
      bubbleId: bubble.id,
      channel,
    })),
  );
  return {
    parts: built.flatMap(({ bubble, part }) => (part ? [{ bubbleId: bubble.id, part }] : [])),
    options: optionsOf(content, builder),
    bubbles: built.flatMap(({ shown }) => shown ?? []),
    text: built
      .map(({ words }) => words.trim())
      .filter((words) => words !== '')
      .join('\n\n'),
    problems: [...problems, ...wholeProblems(content, { bubbles, channel, facts, known: reader.known })],
    missing: [...missing],
  };
}

function wholeProblems(
  { quickReplies, sender }: MessageContent,
  {
    bubbles,
    channel,
    facts,
    known,
  }: {
    readonly bubbles: readonly Bubble[];
    readonly channel: string | null;
    readonly facts: ContentFacts;
    readonly known: ReadonlySet<string>;
  },
): ContentProblem[] {
  const whole = (trouble: Trouble): ContentProblem => ({
    bubbleId: null,
    cardId: null,
    detail: null,
    path: null,
    ...trouble,
    channel,
  });
  const icon = sender?.iconMediaUuid;
  const isIconGone = icon && !facts.media.get(icon)?.contentType.startsWith('image/');
  return [
    ...(bubbles.length === 0 ? [whole({ reason: 'nothing_said' })] : []),
    ...(isIconGone ? [whole({ reason: 'media_gone' })] : []),
    ...variableTroubles(
      quickReplies.flatMap(({ label, text }) => [label, text]),
      known,
    ).map(whole),
  ];
}

const OPENED = /\{\{|\}\}/;

/** Problems with names that are not known, and with braces that don't close. */
function variableTroubles(texts: readonly string[], known: ReadonlySet<string>): Trouble[] {
  const names = new Set(texts.flatMap((text) => variablesIn(text).map(({ name }) => name)));
  const unknown = [...names].filter((name) => !known.has(name));
  const broken = texts.filter((text) => OPENED.test(fillMessage(text, new Map()).text));
  return [
    ...unknown.map((name): Trouble => ({ reason: 'variable_unknown', detail: name })),
    ...(broken.length > 0 ? [{ reason: 'variable_broken' } as const] : []),
  ];
}

function optionsOf({ quickReplies, sender }: MessageContent, builder: Builder): MessageOptions {
  const { facts, fill, keptMedia, publicUrl, now } = builder;
  const icon = sender?.iconMediaUuid ? facts.media.get(sender.iconMediaUuid) : undefined;
  const path = icon ? keptMedia.cardPicturePath(icon, now) : null;
  return {
    ...DEFAULT_MESSAGE_OPTIONS,
    quickReplies: quickReplies.map(({ label, text }) => ({
      label: fill(label),
      text: fill(text).trim() || fill(label),
    })),
    sender: sender && { name: sender.name, iconUrl: path === null ? null : publicUrl + path },
  };
}

const refused = (...troubles: readonly Trouble[]): BuiltBubble => ({
  part: null,
  shown: null,
  words: '',
  troubles,
});

function buildBubble(builder: Builder, bubble: Bubble): BuiltBubble {
  switch (bubble.kind) {
    case 'text':
      return buildText(builder, bubble);
    case 'image':
    case 'video':
    case 'audio':
      return buildMedia(builder, bubble);
    case 'rich-message':
      return buildRichMessage(builder, bubble);
    case 'cards':
      return buildCards(builder, bubble);
    case 'form':
      return buildForm(builder, bubble);
    case 'native':
      return buildNative(builder, bubble);
    default:
      return bubble satisfies never;
  }
}

type Of<Kind extends Bubble['kind']> = Extract<Bubble, { kind: Kind }>;

function buildText({ fill }: Builder, bubble: Of<'text'>): BuiltBubble {
  if (bubble.text.trim() === '') return refused({ reason: 'no_text' });
  const text = fill(bubble.text).trim();
  // A text that is nothing but a value that is missing.
  if (text === '') return refused();
  return { part: { kind: 'text', text }, shown: { kind: 'text', text }, words: text, troubles: [] };
}

function buildMedia(
  { facts, fileBytes, keptMedia, publicUrl, now }: Builder,
  { kind, mediaUuid }: Of<'image' | 'video' | 'audio'>,
): BuiltBubble {
  if (mediaUuid === null) return refused({ reason: 'no_media' });
  const row = facts.media.get(mediaUuid);
  if (!row) return refused({ reason: 'media_gone' });
  if (!row.contentType.startsWith(`${kind}/`)) return refused({ reason: 'media_wrong' });
  const made = keptMedia.partOf(row, fileBytes, { publicUrl, now });
  if (!made) return refused({ reason: 'media_too_large' });
  const { part, path, previewPath } = made;
  const shown = { kind, path, previewPath: kind === 'audio' ? null : previewPath, name: part.name } as const;
  return { part, shown, words: part.name, troubles: [] };
}

function buildRichMessage({ facts, publicUrl }: Builder, bubble: Of<'rich-message'>): BuiltBubble {
  if (bubble.richMessageUuid === null) return refused({ reason: 'no_rich_message' });
  const found = facts.richMessages.get(bubble.richMessageUuid);
  if (!found) return refused({ reason: 'rich_message_missing' });
  if ('reason' in found) return refused({ reason: found.reason });
  const { part } = found;
  return { part, shown: showRichMessage(part, publicUrl), words: richMessageWords(part), troubles: [] };
}

const pathOf = (url: string, publicUrl: string): string =>
  url.startsWith(publicUrl) ? url.slice(publicUrl.length) : url;

/** Shows a rich message as it stands in threads. */
const showRichMessage = (
  { baseUrl, height, altText, areas, video }: Extract<OutgoingPart, { kind: 'rich-message' }>,
  publicUrl: string,
): ShownBubble => ({
  kind: 'rich-message',
  imagePath: `${pathOf(baseUrl, publicUrl)}/1040`,
  height,
  altText,
  areas: areas.map(({ area, label, action }) => ({
    ...area,
    label,
    ...(action.kind === 'link' ? { url: action.url } : {}),
    ...(action.kind === 'message' ? { text: action.text } : {}),
    ...(action.kind === 'copy' ? { copy: action.text } : {}),
  })),
  video: video && {
    url: pathOf(video.url, publicUrl),
    previewUrl: pathOf(video.previewUrl, publicUrl),
    ...video.area,
  },
});

function buildForm({ facts }: Builder, { formUuid }: Of<'form'>): BuiltBubble {
  if (formUuid === null) return refused({ reason: 'no_form' });
  const found = facts.forms.get(formUuid);
  if (!found) return refused({ reason: 'form_missing' });
  if ('reason' in found) return refused({ reason: found.reason });
  const { part } = found;
  return { part, shown: part, words: `${part.text}\n${part.url}`, troubles: [] };
}

function buildCards(builder: Builder, { cards, altText, more }: Of<'cards'>): BuiltBubble {
  const built = cards.map((card) => buildCard(builder, card));
  const troubles = built.flatMap((card) => card.troubles);
  if (troubles.length > 0) return refused(...troubles);
  const { fill, facts } = builder;
  const made = built.map(({ card }) => card);
  const last = more && { label: fill(more.label), url: more.url };
  const part: OutgoingPart = {
    kind: 'cards',
    altText:
      fill(altText).trim() ||
      made.map(({ title }) => title).find(Boolean) ||
      cardsWords({ cards: made, more: last }),
    cards: made,
    more: last,
    color: facts.color,
  };
  const shown: ShownBubble = {
    kind: 'cards',
    cards: built.map(({ card: { imageUrl: _, buttons, ...card }, imagePath }) => ({
      ...card,
      details: [...card.details],
      imagePath,
      buttons: buttons.map(({ label, action }) =>
        action.kind === 'link' ? { label, url: action.url } : { label, text: action.text },
      ),
    })),
    more: last,
    color: facts.color,
  };
  return { part, shown, words: cardsWords(part), troubles: [] };
}

function buildCard(
  { facts, fill, keptMedia, publicUrl, now }: Builder,
  { id: cardId, layout, mediaUuid, title, lead, text, details, buttons }: MessageCard,
): { readonly card: OutgoingCard; readonly imagePath: string | null; readonly troubles: readonly Trouble[] } {
  const row = mediaUuid ? facts.media.get(mediaUuid) : undefined;
  const imagePath = row ? keptMedia.cardPicturePath(row, now) : null;
  const hasWords = [title, lead, text].some((words) => words.trim() !== '');
  const troubles: Trouble[] = [
    ...(mediaUuid && !row ? [{ reason: 'media_gone', cardId } as const] : []),
    ...(row && imagePath === null ? [{ reason: 'media_wrong', cardId } as const] : []),
    ...(layout === 'image' && mediaUuid === null ? [{ reason: 'no_media', cardId } as const] : []),
    ...(layout !== 'image' && !hasWords ? [{ reason: 'card_empty', cardId } as const] : []),
    ...(buttons.some(({ label }) => label === '') && layout !== 'image'
      ? [{ reason: 'no_label', cardId } as const]
      : []),
    ...(buttons.some(({ action }) => action === null) ? [{ reason: 'no_action', cardId } as const] : []),
  ];
  const card: OutgoingCard = {
    layout,
    imageUrl: imagePath === null ? null : publicUrl + imagePath,
    title: fill(title).trim(),
    lead: fill(lead).trim(),
    text: fill(text).trim(),
    details: details.map((detail) => ({ label: fill(detail.label), text: fill(detail.text) })),
    buttons: buttons.flatMap(({ label, action }) => {
      if (action === null) return [];
      const filled = action.kind === 'message' ? { ...action, text: fill(action.text) } : action;
      return [{ label: fill(label), action: filled }];
    }),
  };
  return { card, imagePath, troubles };
}

function buildNative({ fill, checkNative }: Builder, bubble: Of<'native'>): BuiltBubble {
  const altText = fill(bubble.altText).trim();
  const alt: readonly Trouble[] = altText === '' ? [{ reason: 'no_alt_text' }] : [];
  const parsed = parseJson(bubble.json);
  if ('error' in parsed) return refused({ reason: 'native_wrong', path: '', detail: parsed.error }, ...alt);
  const contents = fillStrings(parsed.value, fill);
  const wrong = (checkNative?.({ altText: altText || '…', contents }) ?? []).map(
    ({ path, message, rule }): Trouble => ({ reason: 'native_wrong', path, detail: message, rule }),
  );
  if (wrong.length + alt.length > 0) return refused(...wrong, ...alt);
  return {
    part: { kind: 'native', altText, contents },
    shown: { kind: 'native', altText },
    words: altText,
    troubles: [],
  };
}

function parseJson(json: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    if (error instanceof SyntaxError) return { error: error.message };
    throw error;
  }
}

/** Fills in what people read, however deep; keys stay. */
function fillStrings(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((each) => fillStrings(each, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillStrings(each, fill)]));
}
