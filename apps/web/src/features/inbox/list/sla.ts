import type { ConversationView } from '@hanasu/contract/inbox';

export type Sla =
  | { state: 'late'; since: string }
  | { state: 'due'; by: string }
  | { state: 'waits'; since: string };

/** Whether the customer waits for a person, and whether for too long; null: nobody waits. */
export function slaOf(
  { respondBy, waitingSince, handling }: Pick<ConversationView, 'respondBy' | 'waitingSince' | 'handling'>,
  now: number,
): Sla | null {
  if (handling === 'closed') return null;
  if (respondBy && Date.parse(respondBy) <= now) return { state: 'late', since: respondBy };
  if (waitingSince) return { state: 'waits', since: waitingSince };
  return respondBy ? { state: 'due', by: respondBy } : null;
}
