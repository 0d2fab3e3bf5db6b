import type { MessageId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import { newId } from '../../platform/ids.ts';
import { needsPerson, type StatusChange } from './conversation-state.ts';
import { type NewMessage, newMessage } from './messages/messages.store.ts';

/** What a line in the thread says has happened. Names stay as they are: pages know them. */
export type LineEvent =
  | 'handed_over'
  | 'taken_over'
  | 'given_back'
  | 'closed'
  | 'reopened'
  | 'assigned'
  | 'snoozed'
  | 'woken'
  | 'late';

type Place = Pick<NewMessage, 'accountId' | 'conversationId'>;

/** A line for staff; it is never sent and doesn't move the conversation in the list. */
export const newLine = (
  place: Place,
  event: LineEvent,
  data: Readonly<Record<string, unknown>> = {},
): NewMessage =>
  newMessage({
    ...place,
    id: newId<MessageId>(),
    sender: 'system',
    kind: 'event',
    text: '',
    data: { ...data, event },
  });

/**
 * The line of a change of status that staff did not make: the conversation passes to staff, for a reason, or the
 * customer chooses the bot again. Where no bot answers there is no reason, and no line.
 */
export function handoverLines(place: Place, before: Handling, to: StatusChange | null): NewMessage[] {
  if (to === null) return [];
  const [was, is] = [needsPerson({ status: before }), needsPerson(to)];
  if (!was && is && to.waitingReason !== null)
    return [newLine(place, 'handed_over', { reason: to.waitingReason })];
  return was && to.status === 'bot' ? [newLine(place, 'given_back', { by: null, cause: 'customer' })] : [];
}
