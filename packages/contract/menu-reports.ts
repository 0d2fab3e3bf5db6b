import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ChannelId, RichMenuId, SegmentId, uuidParams } from './ids.ts';
import { Time } from './page.ts';
import { RichMenuDefinition } from './rich-menus.ts';

/**
 * How taps on an area are counted. `tap`: LINE reports them, with the friend. `click`: the counted link was opened,
 * by an unknown person. `none`: LINE reports nothing (links that are not counted, calls, copies, words that are said).
 */
export const AREA_COUNTINGS = ['tap', 'click', 'none'] as const;
export type AreaCounting = (typeof AREA_COUNTINGS)[number];

const Days = z.coerce.number().int().min(1).max(365).default(30);
/** Calendar days of the account, today's among them. */
const period = { timeZone: z.string(), from: z.iso.date(), until: z.iso.date() };

export const MenuReport = z
  .object({
    ...period,
    /** The newest version; null: never published. */
    published: RichMenuDefinition.nullable(),
    /** Taps and clicks together. `people`: different friends, as far as they are known. `before`: in as many days before. */
    total: z.object({ taps: z.number().int(), people: z.number().int(), before: z.number().int() }),
    /** Areas of the published version in its order, then areas that were tapped and are gone. */
    areas: z.array(
      z.object({
        pageId: z.string(),
        areaId: z.string(),
        label: z.string(),
        counting: z.enum(AREA_COUNTINGS),
        /** In the published version. */
        isShown: z.boolean(),
        taps: z.number().int(),
        people: z.number().int(),
        before: z.number().int(),
      }),
    ),
    /** All of them, also without taps. `before`: that many days earlier. */
    days: z.array(z.object({ day: z.iso.date(), taps: z.number().int(), before: z.number().int() })),
    /** Versions that were the newest at some time of these days, the newest first. */
    versions: z.array(
      z.object({
        number: z.number().int(),
        publishedAt: Time,
        /** When the next one was published; null: it is the newest. */
        replacedAt: Time.nullable(),
        taps: z.number().int(),
        people: z.number().int(),
        /** Number of these days on which it was the newest. */
        days: z.number(),
      }),
    ),
  })
  .meta({ id: 'RichMenuReport' });
export type MenuReport = z.infer<typeof MenuReport>;

export const getMenuReport = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-menu/{uuid}/report',
  summary:
    'Taps on a rich menu by area, day and version. With `segmentUuid` only those of friends in the segment, without clicks on counted links',
  tag: 'line',
  access: 'viewer',
  params: uuidParams(RichMenuId),
  query: z.object({ days: Days, segmentUuid: SegmentId.optional() }),
  status: 200,
  output: MenuReport,
});

export const compareMenus = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-menu-reports',
  summary: 'The published rich menus of a channel side by side, most taps first',
  tag: 'line',
  access: 'viewer',
  query: z.object({ channelUuid: ChannelId, days: Days }),
  status: 200,
  output: z.object({
    ...period,
    items: z.array(
      z.object({
        uuid: RichMenuId,
        name: z.string(),
        isWithdrawn: z.boolean(),
        taps: z.number().int(),
        people: z.number().int(),
        before: z.number().int(),
        /** Taps of each day, the first day first. */
        days: z.array(z.number().int()),
      }),
    ),
  }),
});
