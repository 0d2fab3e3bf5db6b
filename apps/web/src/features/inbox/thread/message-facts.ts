import { BroadcastId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import { WaitingReason } from '@hanasu/contract/waiting-reasons';
import { z } from 'zod';

const text = z.string().optional().catch(undefined);
/** A person is written as their name, or as their id and name. */
const person = z
  .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
  .optional()
  .catch(undefined);
const number = z.number().optional().catch(undefined);

/** What a message's `data` may say, whatever its kind; anything of another shape is left out. */
const Data = z.object({
  event: text,
  vendorType: text,
  returning: z.boolean().optional().catch(undefined),
  unsent: z.boolean().optional().catch(undefined),
  fileName: text,
  bytes: number,
  title: text,
  address: text,
  latitude: number,
  longitude: number,
  durationMs: number,
  keywords: z.array(z.string()).optional().catch(undefined),
  postback: text,
  label: text,
  chosen: text,
  pictureUrl: text,
  stickerId: text,
  by: person,
  to: person,
  until: text,
  score: number,
  /** Why it passed to staff. */
  reason: WaitingReason.optional().catch(undefined),
  /** What gave it back to the bot. */
  cause: z.enum(['customer', 'approval']).optional().catch(undefined),
  broadcastUuid: BroadcastId.optional().catch(undefined),
  broadcastName: text,
});
export type MessageFacts = z.output<typeof Data>;

export const factsOf = ({ data }: Pick<MessageView, 'data'>): MessageFacts => Data.parse(data);

/** The broadcast that a message came with; null: it is no part of one. */
export function broadcastOf(message: Pick<MessageView, 'data' | 'sender'>) {
  const { broadcastUuid: uuid, broadcastName: name } = factsOf(message);
  return message.sender === 'bot' && uuid && name ? { uuid, name } : null;
}

/** What the people of the account and the clock do with a conversation, and what happens in groups. */
const WORK_EVENTS = [
  'taken_over',
  'given_back',
  'closed',
  'assigned',
  'unassigned',
  'snoozed',
  'woken',
  'late',
  'join',
  'leave',
  'member_joined',
  'member_left',
  'reopened',
  'satisfaction_asked',
  'satisfaction',
  'waiting',
  'returned',
  'handed_over',
  'details',
  'erase',
  'menu_tapped',
] as const;
const FRIEND_EVENTS = ['follow', 'unfollow', 'unsent'] as const;
export type ThreadEvent = (typeof WORK_EVENTS)[number] | (typeof FRIEND_EVENTS)[number] | 'other';

/** Vendors and features write names in their own way: `memberJoined`, `member-joined`. */
const asName = (event: string) =>
  event
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Which happening an `event` message tells of. */
export function eventOf(message: Pick<MessageView, 'data'>): ThreadEvent {
  const { event = '', unsent } = factsOf(message);
  const { data } = message;
  if (unsent) return 'unsent';
  // Without a person it was given up, or given back by the product itself.
  if (event === 'assigned' && data.to === null) return 'unassigned';
  if (event === 'given_back' && data.by === null) return 'returned';
  const name = asName(event);
  return [...WORK_EVENTS, ...FRIEND_EVENTS].find((known) => known === name) ?? 'other';
}
