import type { MessageView } from '@hanasu/contract/inbox';
import { z } from 'zod';

const text = z.string().optional().catch(undefined);
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
});
export type MessageFacts = z.output<typeof Data>;

export const factsOf = ({ data }: Pick<MessageView, 'data'>): MessageFacts => Data.parse(data);

export const EVENTS = ['follow', 'unfollow', 'unsent', 'other'] as const;

/** Which happening an `event` message tells of. */
export function eventOf(message: Pick<MessageView, 'data'>): (typeof EVENTS)[number] {
  const { event, unsent } = factsOf(message);
  if (unsent) return 'unsent';
  return EVENTS.find((known) => known === event) ?? 'other';
}
