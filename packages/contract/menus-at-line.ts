import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ChannelId, FriendId, RichMenuId, SegmentId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

const TAG = 'line';
const params = uuidParams(RichMenuId);

/** What was found at LINE that is not as it should be and was not made so by us. */
export const MENU_DRIFTS = [
  'menu_deleted',
  'alias_deleted',
  'alias_changed',
  'default_changed',
  'links_changed',
  'other_installation',
] as const;
export const MenuDrift = z.object({
  kind: z.enum(MENU_DRIFTS),
  menuUuid: RichMenuId.nullable(),
  pageId: z.string().nullable(),
  at: Time,
});
export type MenuDrift = z.infer<typeof MenuDrift>;
/** What the work at LINE could not do. All but the first four concern one menu or one part of the work; the rest goes on. */
const MENU_JOB_PROBLEMS = [
  'channel_disconnected',
  'no_access',
  'unreachable',
  'other_installation',
  'limited',
  'menu_refused',
  'too_many_menus',
  'picture_missing',
  'picture_refused',
  'alias_refused',
  'default_refused',
  'links_refused',
  'removal_refused',
] as const;
/** What LINE objects to, as far as its answer is known. */
const MENU_REFUSALS = [
  'invalid_link',
  'value_missing',
  'value_too_long',
  'too_many_menus',
  'picture',
  'not_found',
  'other',
] as const;
export type MenuRefusal = (typeof MENU_REFUSALS)[number];
export const MenuJobProblem = z.object({
  code: z.enum(MENU_JOB_PROBLEMS),
  menuUuid: RichMenuId.nullable(),
  pageId: z.string().nullable(),
  /** Null: LINE did not answer, or was not asked. */
  reason: z.enum(MENU_REFUSALS).nullable(),
  /** The answer in the vendor's own language, for its support. */
  detail: z.string().nullable(),
});
export type MenuJobProblem = z.infer<typeof MenuJobProblem>;
const LINE_STEPS = ['waiting', 'running', 'idle', 'failed'] as const;
/** What should be at LINE, and what was found there. */
export const MenusAtLine = z
  .object({
    channelUuid: ChannelId,
    job: z.object({
      state: z.enum(LINE_STEPS),
      /** Calls made and known to come. */
      done: z.number().int(),
      total: z.number().int(),
      /** The vendor's hourly limit is used up until then. */
      waitsUntil: Time.nullable(),
      /** About when all will be done, where it waits for that limit: so many menus are made and deleted an hour. */
      endsAt: Time.nullable(),
      /** What ended the last run; null: it came to its end. */
      error: MenuJobProblem.shape.code.nullable(),
      /** What the last run could not do. */
      problems: z.array(MenuJobProblem),
    }),
    /** Null: everybody without a menu of their own sees what LINE's own manager shows. */
    default: z.object({
      wanted: RichMenuId.nullable(),
      found: z.enum(['ours', 'other', 'none', 'unknown']),
    }),
    menus: z.array(
      z.object({
        menuUuid: RichMenuId,
        pageId: z.string(),
        version: z.number().int(),
        state: z.enum(['waiting', 'ready', 'leaving']),
      }),
    ),
    /** Menus of other tools; never touched. */
    otherMenus: z.number().int(),
    drift: z.array(MenuDrift),
    friends: z.object({ wanted: z.number().int(), linked: z.number().int() }),
    checkedAt: Time.nullable(),
  })
  .meta({ id: 'MenusAtLine' });
export type MenusAtLine = z.infer<typeof MenusAtLine>;

export const getMenusAtLine = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-menu-line',
  summary: 'What should be at LINE, what was found there, and how far the work is',
  tag: TAG,
  access: 'viewer',
  query: z.object({ channelUuid: ChannelId }),
  status: 200,
  output: MenusAtLine,
});
const FRIENDS_AT_ONCE = 500;
export const changeMenusAtLine = endpoint({
  method: 'POST',
  path: '/api/user/line/rich-menu-line',
  summary:
    'Says what should be at LINE: published menus, the default, who has which. The work is done in the background; the answer and GET tell how far it is',
  tag: TAG,
  access: 'admin',
  body: z.discriminatedUnion('do', [
    z.object({ do: z.literal('publish'), menuUuid: RichMenuId }).strict(),
    z.object({ do: z.literal('withdraw'), menuUuid: RichMenuId }).strict(),
    /** The menu is for everybody, always, and stands behind those for segments; null: no menu is for everybody. */
    z.object({ do: z.literal('default'), channelUuid: ChannelId, menuUuid: RichMenuId.nullable() }).strict(),
    z
      .object({
        do: z.literal('link'),
        menuUuid: RichMenuId,
        friendUuids: z.array(FriendId).min(1).max(FRIENDS_AT_ONCE),
      })
      .strict(),
    /** From then on the list decides again. */
    z
      .object({
        do: z.literal('unlink'),
        channelUuid: ChannelId,
        friendUuids: z.array(FriendId).min(1).max(FRIENDS_AT_ONCE),
      })
      .strict(),
    /** Looks at LINE again. */
    z.object({ do: z.literal('check'), channelUuid: ChannelId }).strict(),
    /** What another tool changed becomes ours again, or stays as it is. */
    z.object({ do: z.literal('takeBack'), channelUuid: ChannelId }).strict(),
    z.object({ do: z.literal('leave'), channelUuid: ChannelId }).strict(),
  ]),
  status: 202,
  output: MenusAtLine,
  errors: [
    'rich_menu_incomplete',
    'nothing_to_publish',
    'channel_disconnected',
    'channel_vendor_unreachable',
  ],
});

export const getFriendMenu = endpoint({
  method: 'GET',
  path: '/api/friend/{uuid}/rich-menu',
  summary: 'Which menu a friend has, and why',
  tag: TAG,
  access: 'viewer',
  params: uuidParams(FriendId),
  status: 200,
  output: z.object({
    menu: z.object({ uuid: RichMenuId, name: z.string() }).nullable(),
    /** `hand`: staff, an action or an API gave it to them. */
    why: z.enum(['hand', 'segment', 'everybody', 'none']),
    /** LINE has been told. */
    linked: z.boolean(),
  }),
});

export const getMenuTaps = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-menu/{uuid}/taps',
  summary: 'Taps of each area and day that LINE reports; those on counted links are in the report',
  tag: TAG,
  access: 'viewer',
  params,
  query: z.object({
    days: z.coerce.number().int().min(1).max(365).default(30),
    segmentUuid: SegmentId.optional(),
  }),
  status: 200,
  output: z.object({
    areas: z.array(
      z.object({
        pageId: z.string(),
        areaId: z.string(),
        taps: z.number().int(),
        people: z.number().int(),
      }),
    ),
    days: z.array(z.object({ day: z.iso.date(), taps: z.number().int() })),
  }),
});
