import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { TrackedLinkId } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** What an address can be counted for. */
export const LINK_OWNERS = ['richMenu', 'broadcast'] as const;
export type LinkOwnerKind = (typeof LINK_OWNERS)[number];

export const TrackedLinkView = z
  .object({
    uuid: TrackedLinkId,
    /** Address that it redirects to. */
    url: z.string(),
    /** Address that was sent in its place. */
    address: z.string(),
    /** `part`: of a rich menu, `page/area`; of a broadcast, the bubble and where in it. */
    owner: z.object({ kind: z.enum(LINK_OWNERS), uuid: z.uuid(), part: z.string() }),
    /** Excludes previews, crawlers and `HEAD`. */
    clicks: z.number().int(),
    /** Different friends among the clicks; links that are the same for all recipients know no friend. */
    people: z.number().int(),
    lastClickAt: Time.nullable(),
    createdAt: Time,
    /** Its owner is gone; it redirects until then. Null: it is in use. */
    expiresAt: Time.nullable(),
  })
  .meta({ id: 'TrackedLink' });
export type TrackedLinkView = z.infer<typeof TrackedLinkView>;

export const listLinks = endpoint({
  method: 'GET',
  path: '/api/links',
  summary: 'Links whose clicks are counted, newest first; `q` is part of the address they lead to',
  tag: 'links',
  access: 'viewer',
  query: PageQuery.extend({ ownerUuid: z.uuid().optional() }),
  status: 200,
  output: pageOf(TrackedLinkView),
});
