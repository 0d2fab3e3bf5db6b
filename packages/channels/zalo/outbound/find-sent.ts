import { z } from 'zod';
import type { SentCheck, VendorMessage } from '../../spec/channel.ts';
import { judge } from '../client/verdict.ts';
import type { ZaloClient } from '../client/zalo-client.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { type Place, readPlace } from '../place.ts';
import { Preparation } from './messages.ts';

const FROM_ACCOUNT = 0;
/** Enough for a customer who goes on writing until delivery is given up; a page has ten messages. */
const MOST_PAGES = 30;
/** The vendor's clock is not ours. */
const CLOCK_SLACK_MS = 5_000;

const Entry = z.object({
  src: z.coerce.number(),
  time: z.coerce.number(),
  type: z.string().catch(''),
  message: z.string().optional().catch(undefined),
});
type Entry = z.infer<typeof Entry>;
const Entries = z.array(Entry);

/** Looks for messages of ours in the history of the chat; asked where nothing else tells whether they arrived. */
export async function findSent(
  client: ZaloClient,
  credentials: ZaloCredentials,
  { to, messages, since }: { to: string; messages: readonly VendorMessage[]; since: number },
): Promise<SentCheck> {
  const place = readPlace(to);
  if (place.kind === 'anonymous') return 'unknown';
  const from = since - CLOCK_SLACK_MS;
  const ours: Entry[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const entries = await readPage(client, credentials, place, page);
    if (entries === null) return 'unknown';
    ours.push(...entries.filter(({ src, time }) => src === FROM_ACCOUNT && time >= from));
    if (messages.every((message) => ours.some((entry) => isOf(message, entry)))) return 'arrived';
    const isAll =
      entries.length < ZALO_LIMITS.historyPage || entries.some(({ time }) => time > 0 && time < from);
    if (isAll)
      return messages.some((message) => ours.some((entry) => isOf(message, entry))) ? 'unknown' : 'absent';
  }
  return 'unknown';
}

async function readPage(
  client: ZaloClient,
  access: ZaloCredentials,
  place: Exclude<Place, { kind: 'anonymous' }>,
  page: number,
): Promise<Entry[] | null> {
  const count = ZALO_LIMITS.historyPage;
  const range = { offset: page * count, count };
  const isGroup = place.kind === 'group';
  const verdict = judge(
    await client({
      method: 'GET',
      path: isGroup ? '/v3.0/oa/group/conversation' : '/v2.0/oa/conversation',
      access,
      data: isGroup ? { group_id: place.groupId, ...range } : { user_id: place.userId, ...range },
    }),
  );
  return verdict.kind === 'done' ? (Entries.safeParse(verdict.data).data ?? null) : null;
}

/** A text by its words. Of anything else the history shows another address, so its kind has to do. */
function isOf(message: VendorMessage, entry: Entry): boolean {
  const words = [message.text, Preparation.safeParse(message).data?.otherwise];
  if (words.some((text) => typeof text === 'string' && same(text, entry.message ?? ''))) return true;
  const isPlain = typeof message.text === 'string' && !isMedia(message);
  return !isPlain && entry.type !== 'text';
}

const isMedia = ({ attachment }: VendorMessage): boolean =>
  typeof attachment === 'object' && JSON.stringify(attachment).includes('"template_type"');

const same = (one: string, other: string): boolean => folded(one) === folded(other);
/** Without the marks that `send` takes out for groups. */
const folded = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\[@([^\]\s]*)\]/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
