import { z } from 'zod';
import { Action } from './actions.ts';
import { endpoint } from './endpoint.ts';
import { ChannelId, FormId, LinePictureId, RichMenuId, SegmentId, UserId, uuidParams } from './ids.ts';
import { CELLS_MAX, PictureSource } from './menu-pictures.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { publishedVersion } from './published-versions.ts';
import { SEGMENT_PROBLEMS } from './segments.ts';
import { isText, shortWords, TapLink } from './typed-words.ts';

export const RICH_MENUS_MAX = 200;
export const MENU_PAGES_MAX = 5;
export const MENU_AREAS_MAX = 20;
/** A thumb needs so much of a side, in hundredths. */
export const AREA_SMALLEST = 5;

/** Pixels. All of them are wider than 1.45 times their height, as the vendor asks. */
export const MENU_SIZES = {
  large: { width: 2500, height: 1686 },
  compact: { width: 2500, height: 843 },
  mediumLarge: { width: 1200, height: 810 },
  mediumCompact: { width: 1200, height: 405 },
} as const;
export const MENU_SIZE_NAMES = ['large', 'compact', 'mediumLarge', 'mediumCompact'] as const;
export type MenuSize = (typeof MENU_SIZE_NAMES)[number];

/** Of a page or an area: kept for as long as it exists, so that taps can be counted over versions. */
const PartId = z.string().regex(/^[a-z0-9]{1,12}$/);
const text = (max: number) => z.string().trim().normalize('NFC').min(1).max(max).refine(isText, 'not a text');
export const DATE_MODES = ['date', 'time', 'datetime'] as const;
type DateMode = (typeof DATE_MODES)[number];
const DATE_FORMATS: Readonly<Record<DateMode, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/,
};
const DateValue = z.string().refine((value) => Object.values(DATE_FORMATS).some((one) => one.test(value)), {
  message: 'a date, a time, or both with a T between',
});
interface DateLimits {
  readonly mode: DateMode;
  readonly initial?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}
/** 30 February is none, nor is 25 o’clock; the vendor knows the years 1900 to 2100. */
function isRealMoment(value: string, mode: DateMode): boolean {
  const iso = mode === 'time' ? `2000-01-01T${value}` : mode === 'date' ? `${value}T00:00` : value;
  const at = new Date(`${iso}:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(iso)) return false;
  return at.getUTCFullYear() >= 1_900 && at.getUTCFullYear() <= 2_100;
}
/** Whether a picker can be shown: the values are real and of its mode, the least comes before the greatest, the first lies between. */
export function isDateRange({ mode, initial, min, max }: DateLimits): boolean {
  const given = [min, initial, max].filter((value) => value !== undefined);
  const isReal = given.every((value) => DATE_FORMATS[mode].test(value) && isRealMoment(value, mode));
  const isOrdered = given.every((value, index) => index === 0 || (given[index - 1] ?? '') <= value);
  return isReal && isOrdered && (min === undefined || max === undefined || min < max);
}
/** What a tap does. */
export const TapAction = z
  .discriminatedUnion('kind', [
    /** Said in the chat as the customer's own words, and answered like them. */
    z.object({ kind: z.literal('message'), text: shortWords(300).min(1) }).strict(),
    /** Asked of the bot without the customer saying it; `shown` stands in the chat as what they chose. */
    z
      .object({ kind: z.literal('ask'), text: text(300), shown: shortWords(300).nullable().default(null) })
      .strict(),
    /** `counted`: through an address of ours, so that taps are counted; needs `https` of this server. */
    z.object({ kind: z.literal('link'), url: TapLink, counted: z.boolean().optional() }).strict(),
    z
      .object({
        kind: z.literal('phone'),
        // Full-width digits are digits.
        number: z
          .string()
          .normalize('NFKC')
          .trim()
          .regex(/^\+?[0-9][0-9 ()-]{2,24}$/),
      })
      .strict(),
    z.object({ kind: z.literal('form'), formUuid: FormId }).strict(),
    /** Another page of the same menu, or the first page of another menu of the channel. */
    z.object({ kind: z.literal('page'), pageId: PartId }).strict(),
    z.object({ kind: z.literal('menu'), menuUuid: RichMenuId }).strict(),
    /** What is chosen is said to the bot behind `text`. */
    z
      .object({
        kind: z.literal('date'),
        mode: z.enum(DATE_MODES),
        text: text(200),
        /** Chosen at first, and the ends of what can be chosen; each as its mode has it. */
        initial: DateValue.optional(),
        min: DateValue.optional(),
        max: DateValue.optional(),
      })
      .strict(),
    z.object({ kind: z.literal('copy'), text: text(1_000) }).strict(),
    z
      .object({
        kind: z.literal('actions'),
        actions: z.array(Action).min(1).max(5),
        shown: shortWords(300).nullable().default(null),
      })
      .strict(),
  ])
  .meta({ id: 'TapAction' });
export type TapAction = z.output<typeof TapAction>;

/** Whole pixels of the menu's size. */
const Side = z.number().int().min(0).max(2_500);
export const MenuArea = z
  .object({
    id: PartId,
    x: Side,
    y: Side,
    width: Side.min(1),
    height: Side.min(1),
    /** Read aloud to people who don't see the picture. */
    label: shortWords(20),
    /** Null: not chosen yet; such a menu can't be published. */
    action: TapAction.nullable(),
  })
  .strict();
export type MenuArea = z.output<typeof MenuArea>;
export const MenuPage = z
  .object({
    id: PartId,
    /** Of the tab, for staff. */
    name: shortWords(40),
    picture: PictureSource.nullable(),
    areas: z.array(MenuArea).max(MENU_AREAS_MAX),
  })
  .strict();
export type MenuPage = z.output<typeof MenuPage>;
const isDistinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;
export const RichMenuDefinition = z
  .object({
    size: z.enum(MENU_SIZE_NAMES),
    /** The bar under the chat. */
    chatBarText: shortWords(14),
    /** Open when the chat is opened. */
    selected: z.boolean(),
    pages: z.array(MenuPage).min(1).max(MENU_PAGES_MAX),
  })
  .strict()
  .refine(({ pages }) => isDistinct(pages.map(({ id }) => id)), { path: ['pages'], message: 'each id once' })
  .refine(({ pages }) => isDistinct(pages.flatMap(({ areas }) => areas.map(({ id }) => id))), {
    path: ['pages'],
    message: 'each id of an area once',
  })
  .meta({ id: 'RichMenuDefinition' });
export type RichMenuDefinition = z.output<typeof RichMenuDefinition>;

/** Whom a menu is for, and when. The first menu of the list that is for somebody now is theirs. */
export const RichMenuSettings = z
  .object({
    /** Null: everybody. */
    segmentUuid: SegmentId.nullable(),
    from: Time.nullable(),
    until: Time.nullable(),
    /** 0 is Sunday, in the time zone of the account; empty: every day. */
    weekdays: z.array(z.number().int().min(0).max(6)).max(7),
    /** By the opening hours of the channel. */
    hours: z.enum(['always', 'open', 'closed']),
  })
  .strict()
  .refine(({ from, until }) => from === null || until === null || from < until, {
    path: ['until'],
    message: 'after the beginning',
  })
  .meta({ id: 'RichMenuSettings' });
export type RichMenuSettings = z.output<typeof RichMenuSettings>;

/** Why a draft can't be published; `pageId` and `areaId` say where. */
export const MENU_PROBLEMS = [
  'no_chat_bar_text',
  'no_picture',
  'picture_missing',
  'no_areas',
  'area_outside',
  'area_too_small',
  'no_label',
  'no_action',
  'form_missing',
  'form_closed',
  'page_missing',
  'menu_missing',
  'action_broken',
  /** Longer than the vendor takes once letters beyond ASCII are encoded. */
  'link_too_long',
  'link_invalid',
  'value_too_long',
  'date_range',
  /** In the vendor's words, in `detail`. */
  'refused',
] as const;
export const MenuProblem = z.object({
  reason: z.enum(MENU_PROBLEMS),
  pageId: z.string().nullable(),
  areaId: z.string().nullable(),
  detail: z.string().nullable(),
});
export type MenuProblem = z.infer<typeof MenuProblem>;

/** `draft`: never published. `scheduled`: published, and not shown to anybody now. */
export const MENU_STATES = ['draft', 'live', 'scheduled', 'withdrawn'] as const;
const Member = z.object({ uuid: UserId, name: z.string() }).nullable();
export const RichMenuView = z
  .object({
    uuid: RichMenuId,
    channelUuid: ChannelId,
    name: z.string(),
    state: z.enum(MENU_STATES),
    /** Of the published versions; null: none. */
    version: z.number().int().nullable(),
    hasChanges: z.boolean(),
    settings: RichMenuSettings,
    /** Why its segment matches nobody. */
    segmentProblem: z.enum([...SEGMENT_PROBLEMS, 'segment_missing']).nullable(),
    /** The first is looked at first. */
    position: z.number().int(),
    size: z.enum(MENU_SIZE_NAMES),
    pages: z.number().int(),
    /** Friends who have it now, as it was last worked out; null: everybody who has no other. */
    friends: z.number().int().nullable(),
    /** In the last 30 days, clicks on counted links too. */
    taps: z.number().int(),
    createdBy: Member,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'RichMenu' });
export type RichMenuView = z.infer<typeof RichMenuView>;
export const RichMenuWithDraft = RichMenuView.extend({
  draft: RichMenuDefinition,
  /** Of the draft; sent back with a change, so that nobody overwrites what they have not seen. */
  revision: z.number().int(),
  problems: z.array(MenuProblem),
}).meta({ id: 'RichMenuWithDraft' });
export type RichMenuWithDraft = z.infer<typeof RichMenuWithDraft>;

const TAG = 'line';
const params = uuidParams(RichMenuId);
const Name = shortWords(80).min(1);

export const listRichMenus = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-menus',
  summary: 'Rich menus in the order in which they are looked at',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({ channelUuid: ChannelId.optional() }),
  status: 200,
  output: pageOf(RichMenuView),
});
export const createRichMenu = endpoint({
  method: 'POST',
  path: '/api/user/line/rich-menu',
  summary: 'Adds a rich menu that is not published: empty, from a definition, or as a copy of another',
  tag: TAG,
  access: 'admin',
  body: z
    .object({
      channelUuid: ChannelId,
      name: Name,
      definition: RichMenuDefinition.optional(),
      copyOf: RichMenuId.optional(),
    })
    .strict(),
  status: 201,
  output: RichMenuWithDraft,
  errors: ['name_taken', 'too_many_rich_menus', 'channel_without_menus'],
});
export const getRichMenu = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-menu/{uuid}',
  summary: 'One rich menu with its draft and what keeps it from being published',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: RichMenuWithDraft,
});
const Change = z.object({
  name: Name,
  draft: RichMenuDefinition,
  revision: z.number().int(),
  settings: RichMenuSettings,
});
export const replaceRichMenu = endpoint({
  method: 'PUT',
  path: '/api/user/line/rich-menu/{uuid}',
  summary: 'Replaces name, draft and settings of a rich menu. What is at LINE changes when it is published',
  tag: TAG,
  access: 'admin',
  params,
  body: Change.strict(),
  status: 200,
  output: RichMenuWithDraft,
  errors: ['name_taken', 'rich_menu_changed'],
});
export const changeRichMenu = endpoint({
  method: 'PATCH',
  path: '/api/user/line/rich-menu/{uuid}',
  summary:
    'Changes a rich menu; what is absent stays. A `draft` goes with the `revision` it was made from. `position` moves it in the list of its channel',
  tag: TAG,
  access: 'admin',
  params,
  body: Change.extend({ position: z.number().int().min(0).max(RICH_MENUS_MAX) })
    .partial()
    .strict(),
  status: 200,
  output: RichMenuWithDraft,
  errors: ['name_taken', 'rich_menu_changed'],
});
export const RichMenuVersion = publishedVersion(RichMenuDefinition).meta({ id: 'RichMenuVersion' });
export type RichMenuVersion = z.infer<typeof RichMenuVersion>;
export const listRichMenuVersions = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-menu/{uuid}/versions',
  summary:
    'Published versions of a rich menu, newest first. One is used again by sending its definition as the draft',
  tag: TAG,
  access: 'viewer',
  params,
  query: PageQuery.omit({ q: true }),
  status: 200,
  output: pageOf(RichMenuVersion),
});
/** Of the pictures in an exported menu, before they are written as text. */
export const MENU_FILE_PICTURE_BYTES = 30 * 1_048_576;
/** A menu as one file. */
export const RichMenuFile = z
  .object({
    kind: z.literal('hanasu-rich-menu'),
    version: z.literal(1),
    name: Name,
    definition: RichMenuDefinition,
    /** The uploads that the definition names, in their own bytes. */
    pictures: z
      .array(z.object({ uuid: LinePictureId, data: z.base64() }))
      .max(MENU_PAGES_MAX * (CELLS_MAX + 1)),
  })
  .meta({ id: 'RichMenuFile' });
export type RichMenuFile = z.output<typeof RichMenuFile>;
export const exportRichMenu = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-menu/{uuid}/export',
  summary: 'The draft of a rich menu with its pictures, as one file that can be imported elsewhere',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: RichMenuFile,
  errors: ['picture_missing', 'rich_menu_too_large'],
});
export const importRichMenu = endpoint({
  method: 'POST',
  path: '/api/user/line/rich-menu/import',
  summary:
    'Adds a rich menu from an exported file, as multipart field `file`. It is not published; what its taps lead to and is not there is among its problems',
  tag: TAG,
  access: 'admin',
  query: z.object({ channelUuid: ChannelId }),
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 201,
  output: RichMenuWithDraft,
  errors: [
    'file_missing',
    'file_too_large',
    'rich_menu_file_wrong',
    'picture_unsupported',
    'picture_too_large',
    'too_many_rich_menus',
    'channel_without_menus',
  ],
});
export const deleteRichMenu = endpoint({
  method: 'DELETE',
  path: '/api/user/line/rich-menu/{uuid}',
  summary: 'Deletes a rich menu and takes it back from LINE',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
  errors: ['rich_menu_used'],
});
