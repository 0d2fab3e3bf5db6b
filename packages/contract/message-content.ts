import { z } from 'zod';
import { HexColor } from './colors.ts';
import { FormId, MediaId, RichMessageId } from './ids.ts';
import { isText, shortWords, TapLink, words } from './typed-words.ts';

/** As many as one call of the strictest vendor takes. */
export const BUBBLES_MAX = 5;
export const BUBBLE_TEXT_MAX = 5_000;
export const CARDS_MAX = 11;
export const CARD_BUTTONS_MAX = 3;
export const CARD_DETAILS_MAX = 6;
export const QUICK_REPLIES_MAX = 13;
/** Characters of the JSON of one message in a vendor's own form. */
export const NATIVE_MAX = 30_000;

/** Kept for as long as the part exists, so that problems and edits find it. */
const PartId = z.string().regex(/^[a-z0-9]{1,12}$/);

/** What a tap on a button does. */
export const ButtonAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), url: TapLink }).strict(),
  /** Said in the chat as the customer's own words, and answered like them. */
  z.object({ kind: z.literal('message'), text: shortWords(300).min(1) }).strict(),
]);
export const CardButton = z
  .object({
    label: shortWords(20),
    /** Null: not chosen yet; such a message can't be sent. */
    action: ButtonAction.nullable(),
  })
  .strict();
export type CardButton = z.output<typeof CardButton>;

/** How a card is laid out, and what its lead stands for: a price, opening times, a role, nothing, an offer, a question. */
export const CARD_LAYOUTS = ['product', 'location', 'person', 'image', 'text', 'coupon', 'survey'] as const;
export type CardLayout = (typeof CARD_LAYOUTS)[number];
export const MessageCard = z
  .object({
    id: PartId,
    layout: z.enum(CARD_LAYOUTS),
    mediaUuid: MediaId.nullable(),
    title: shortWords(60),
    /** One line that stands out. */
    lead: shortWords(40),
    text: words(400),
    details: z
      .array(z.object({ label: shortWords(20), text: shortWords(100).min(1) }).strict())
      .max(CARD_DETAILS_MAX),
    buttons: z.array(CardButton).max(CARD_BUTTONS_MAX),
  })
  .strict();
export type MessageCard = z.output<typeof MessageCard>;

const said = (max: number) => z.string().normalize('NFC').max(max).refine(isText, 'not a text');

/** One bubble of a message. Variables such as `{{customer.name | "friend"}}` may stand in all words that people read. */
export const Bubble = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), id: PartId, text: said(BUBBLE_TEXT_MAX) }).strict(),
  z.object({ kind: z.literal('image'), id: PartId, mediaUuid: MediaId.nullable() }).strict(),
  z.object({ kind: z.literal('video'), id: PartId, mediaUuid: MediaId.nullable() }).strict(),
  z.object({ kind: z.literal('audio'), id: PartId, mediaUuid: MediaId.nullable() }).strict(),
  z
    .object({ kind: z.literal('rich-message'), id: PartId, richMessageUuid: RichMessageId.nullable() })
    .strict(),
  z
    .object({
      kind: z.literal('cards'),
      id: PartId,
      /** Stands in notifications and in the list of chats; empty: the title of the first card. */
      altText: shortWords(400),
      cards: z.array(MessageCard).min(1).max(CARDS_MAX),
      /** The last card: leads to all the others. */
      more: z
        .object({ label: shortWords(20).min(1), url: TapLink })
        .strict()
        .nullable(),
    })
    .strict(),
  z.object({ kind: z.literal('form'), id: PartId, formUuid: FormId.nullable() }).strict(),
  /** In the vendor's own JSON, for channels that take it; others get `altText`. */
  z
    .object({
      kind: z.literal('native'),
      id: PartId,
      altText: shortWords(400),
      /** As typed: what is not yet JSON is kept. */
      json: said(NATIVE_MAX),
    })
    .strict(),
]);
export type Bubble = z.output<typeof Bubble>;
export const BUBBLE_KINDS = Bubble.options.map(({ shape }) => shape.kind.value);
export type BubbleKind = Bubble['kind'];

const Bubbles = z
  .array(Bubble)
  .max(BUBBLES_MAX)
  .refine(
    (bubbles) => new Set(bubbles.map(({ id }) => id)).size === bubbles.length,
    'each id of a bubble once',
  );
/** A message as it is composed, for any recipient and channel. Drafts may lack things. */
export const MessageContent = z
  .object({
    bubbles: Bubbles,
    /** Under the last bubble; a tap says its text, or else its label. */
    quickReplies: z
      .array(z.object({ label: shortWords(20).min(1), text: shortWords(300) }).strict())
      .max(QUICK_REPLIES_MAX),
    /** Who says it, instead of the account; null: as the channel is set. */
    sender: z
      .object({ name: shortWords(20).min(1), iconMediaUuid: MediaId.nullable() })
      .strict()
      .nullable(),
    /** By kind of channel: what is said there instead of `bubbles`. */
    variants: z
      .record(z.string().regex(/^[a-z]{1,20}$/), Bubbles)
      .refine((variants) => Object.keys(variants).length <= 10, 'at most 10 channels'),
  })
  .strict()
  .meta({ id: 'MessageContent' });
export type MessageContent = z.output<typeof MessageContent>;

export const EMPTY_CONTENT: MessageContent = { bubbles: [], quickReplies: [], sender: null, variants: {} };

/** What is said on channels of a kind. */
export const bubblesFor = (
  { bubbles, variants }: Pick<MessageContent, 'bubbles' | 'variants'>,
  channelKind: string,
): readonly Bubble[] => {
  const own = variants[channelKind];
  return own && own.length > 0 ? own : bubbles;
};

export const CONTENT_PROBLEMS = [
  'nothing_said',
  'no_text',
  'no_media',
  'media_gone',
  /** A picture where a recording is wanted, or the like. */
  'media_wrong',
  'media_too_large',
  'no_rich_message',
  'rich_message_missing',
  /** The rich message can't be sent as it is: its own problems say why. */
  'rich_message_unfinished',
  'no_form',
  'form_missing',
  'form_closed',
  /** Neither a picture nor words. */
  'card_empty',
  'no_label',
  'no_action',
  'no_alt_text',
  /** `detail` says where and what. */
  'native_wrong',
  /** `detail` names it. */
  'variable_unknown',
  /** Its reader has to be known; `detail` names it. */
  'variable_broken',
] as const;
/** What a vendor's JSON breaks, so that it can be said in any language. Values are put into the sentence. */
const NATIVE_RULES = [
  'not_text',
  'not_number',
  'not_whole_number',
  'not_boolean',
  'not_list',
  'not_object',
  'empty',
  'missing',
  'unknown_property',
  'too_long',
  'too_small',
  'too_large',
  'list_size',
  'too_many_entries',
  'one_of',
  'link',
  'format',
  'too_heavy',
  'video_size',
  'carousel_size',
  'other',
] as const;
export const NativeRule = z.object({
  code: z.enum(NATIVE_RULES),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type NativeRule = z.infer<typeof NativeRule>;
export const ContentProblem = z.object({
  reason: z.enum(CONTENT_PROBLEMS),
  /** Null: the message as a whole. */
  bubbleId: z.string().nullable(),
  cardId: z.string().nullable(),
  /** The variant of this kind of channel; null: what is said elsewhere. */
  channel: z.string().nullable(),
  detail: z.string().nullable(),
  /** Of `native_wrong`: where in the JSON, as `body.contents[0].text`; empty: all of it. */
  path: z.string().nullable(),
  /** Of `native_wrong`: which rule it breaks; `detail` says the same in English. */
  rule: NativeRule.optional(),
});
export type ContentProblem = z.infer<typeof ContentProblem>;

/** What a channel does to a part that it has no form for. */
export const CONTENT_LOSSES = [
  /** Words with an address in place of the picture, recording, or card. */
  'as_link',
  /** The picture, with its places as words below it. */
  'as_picture_and_words',
  /** Cards or a rich message as words. */
  'as_words',
  /** Only the alternative text. */
  'as_alt_text',
  /** Left out. */
  'no_quick_replies',
  'no_sender',
  /** Longer than one message there: in several. */
  'in_pieces',
  /** More messages than one call takes there: each call counts. */
  'in_several_calls',
  /** Buttons that say something are words there. */
  'buttons_as_words',
  /** The vendor loads from `https:` addresses alone, and this server has none. */
  'no_public_url',
] as const;
export const ContentLoss = z.object({
  reason: z.enum(CONTENT_LOSSES),
  bubbleId: z.string().nullable(),
});
export type ContentLoss = z.infer<typeof ContentLoss>;

/** One bubble as it was sent, for threads and visitors. Paths are of this server; `https:` addresses are external. */
export interface ShownCardButton {
  readonly label: string;
  readonly url?: string;
  readonly text?: string;
}
export interface ShownMessageCard {
  readonly layout: CardLayout;
  readonly imagePath: string | null;
  readonly title: string;
  readonly lead: string;
  readonly text: string;
  readonly details: readonly { readonly label: string; readonly text: string }[];
  readonly buttons: readonly ShownCardButton[];
}
export const ShownBubble = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string() }),
    z.object({
      kind: z.enum(['image', 'video', 'audio']),
      path: z.string(),
      previewPath: z.string().nullable(),
      name: z.string(),
    }),
    z.object({
      kind: z.literal('rich-message'),
      imagePath: z.string(),
      /** Pixels at a width of 1,040. */
      height: z.number(),
      altText: z.string(),
      areas: z.array(
        z.object({
          x: z.number(),
          y: z.number(),
          width: z.number(),
          height: z.number(),
          label: z.string(),
          url: z.string().optional(),
          text: z.string().optional(),
          copy: z.string().optional(),
        }),
      ),
      video: z
        .object({
          url: z.string(),
          previewUrl: z.string(),
          x: z.number(),
          y: z.number(),
          width: z.number(),
          height: z.number(),
        })
        .nullable(),
    }),
    z.object({
      kind: z.literal('cards'),
      cards: z.array(
        z.object({
          layout: z.enum(CARD_LAYOUTS),
          imagePath: z.string().nullable(),
          title: z.string(),
          lead: z.string(),
          text: z.string(),
          details: z.array(z.object({ label: z.string(), text: z.string() })),
          buttons: z.array(
            z.object({ label: z.string(), url: z.string().optional(), text: z.string().optional() }),
          ),
        }),
      ),
      more: z.object({ label: z.string(), url: z.string() }).nullable(),
      /** The account's colour as it was sent; null: it had chosen none. Absent in older messages. */
      color: HexColor.nullable().optional(),
    }),
    z.object({ kind: z.literal('link'), text: z.string(), label: z.string(), url: z.string() }),
    z.object({ kind: z.literal('native'), altText: z.string() }),
  ])
  .meta({ id: 'ShownBubble' });
export type ShownBubble = z.infer<typeof ShownBubble>;
