import { z } from 'zod';
import type { FollowersOutcome } from '../../spec/channel.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { judge } from './verdict.ts';
import type { ZaloClient } from './zalo-client.ts';

const DAY = 24 * 60 * 60 * 1000;
const { followersPage, followersOffset } = ZALO_LIMITS;
/** So many can be paged through; longer lists are read in parts, by the day of the last interaction. */
const REACHABLE = followersOffset + followersPage;
/** Official accounts are younger than this. */
const FIRST_DAY = Math.floor(Date.UTC(2012, 0, 1) / DAY);

/** Days since the epoch, both included; null: all of the list at once. */
interface Part {
  readonly days: readonly [from: number, to: number] | null;
  readonly offset: number;
}
interface Cursor {
  readonly parts: readonly Part[];
  /** Of the whole list, as it was when reading began. */
  readonly total: number | null;
}

const Listed = z.object({
  total: z.coerce.number(),
  users: z.array(z.object({ user_id: z.union([z.string(), z.number()]).transform(String) })).catch([]),
});

/** One call; a part that is too long to be paged through gives an empty page and two shorter parts to go on with. */
export async function readFollowers(
  client: ZaloClient,
  credentials: ZaloCredentials,
  cursor: string | null,
  now: () => number,
): Promise<FollowersOutcome> {
  const at = readCursor(cursor);
  const [part, ...rest] = at.parts;
  if (!part) return { kind: 'page', externalIds: [], next: null, total: at.total };
  const verdict = judge(
    await client({
      method: 'GET',
      path: '/v3.0/oa/user/getlist',
      access: credentials,
      data: { offset: part.offset, count: followersPage, is_follower: 'true', ...periodOf(part) },
    }),
  );
  if (verdict.kind === 'refused' && verdict.code !== -32) return { kind: 'refused', detail: verdict.detail };
  if (verdict.kind !== 'done') return { kind: 'unreachable', detail: verdict.detail };
  const listed = Listed.safeParse(verdict.data);
  if (!listed.success) return { kind: 'unreachable', detail: 'the list can’t be read' };
  const total = at.total ?? listed.data.total;
  const shorter = part.offset === 0 && listed.data.total > REACHABLE ? halves(part, now()) : null;
  if (shorter) return page([], [...shorter, ...rest], total);
  const externalIds = listed.data.users.map(({ user_id }) => user_id);
  return page(externalIds, [...nextOf(part, listed.data.total, externalIds.length), ...rest], total);
}

function page(externalIds: readonly string[], parts: readonly Part[], total: number): FollowersOutcome {
  return {
    kind: 'page',
    externalIds,
    next: parts.length === 0 ? null : writeCursor({ parts, total }),
    total,
  };
}

function nextOf(part: Part, total: number, got: number): Part[] {
  const offset = part.offset + followersPage;
  return got > 0 && offset < total && offset <= followersOffset ? [{ ...part, offset }] : [];
}

/** A single day can't be divided further: what of it is out of reach stays unread. */
function halves({ days }: Part, now: number): Part[] | null {
  const [from, to] = days ?? [FIRST_DAY, Math.floor(now / DAY) + 1];
  if (from >= to) return null;
  const middle = Math.floor((from + to) / 2);
  // The latest first: those are the ones that come back.
  return [
    { days: [middle + 1, to], offset: 0 },
    { days: [from, middle], offset: 0 },
  ];
}

function periodOf({ days }: Part): { last_interaction_period?: string } {
  if (days === null) return {};
  const name = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '_');
  return { last_interaction_period: `${name(days[0])}:${name(days[1])}` };
}

function writeCursor({ parts, total }: Cursor): string {
  const written = parts.map(({ days, offset }) => `${days ? days.join('-') : 'all'}@${offset}`);
  return `${total ?? ''};${written.join(',')}`;
}

function readCursor(cursor: string | null): Cursor {
  if (cursor === null) return { parts: [{ days: null, offset: 0 }], total: null };
  const [total = '', written = ''] = cursor.split(';');
  const parts = written.split(',').flatMap((each): Part[] => {
    const [, days = '', offset = ''] = /^(all|\d+-\d+)@(\d+)$/.exec(each) ?? [];
    if (days === '') return [];
    const [from = 0, to = 0] = days.split('-').map(Number);
    return [{ days: days === 'all' ? null : [from, to], offset: Number(offset) }];
  });
  return { parts, total: total === '' ? null : Number(total) };
}
