import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import { broadcastOf, eventOf, type ThreadEvent } from './message-facts.ts';

/** Who answers the customer. */
export type Side = 'staff' | 'bot';

export type ThreadItem =
  | { type: 'day'; key: string; at: string }
  | { type: 'event'; key: string; message: MessageView }
  /** An event from which on the other side answers. */
  | { type: 'handover'; key: string; message: MessageView; to: Side }
  /** Among staff. */
  | { type: 'note'; key: string; message: MessageView }
  /** Above what was unread when the thread was opened. */
  | { type: 'new'; key: string }
  /** `opens` and `closes` say where a run of one sender begins and ends. */
  | { type: 'bubble'; key: string; message: MessageView; opens: boolean; closes: boolean };

const RUN_MS = 5 * 60_000;

const isEvent = ({ kind, sender }: MessageView) => kind === 'event' || sender === 'system';
const breaksRun = (message: MessageView) => isEvent(message) || message.kind === 'note';
const dayOf = ({ createdAt }: MessageView) => new Date(createdAt).toDateString();

function runsOn(before: MessageView | undefined, message: MessageView): boolean {
  if (!before || isEvent(before) || dayOf(before) !== dayOf(message)) return false;
  if (before.kind === 'note' || before.sender !== message.sender) return false;
  if (before.operator?.uuid !== message.operator?.uuid || before.author?.uuid !== message.author?.uuid)
    return false;
  if (broadcastOf(before)?.uuid !== broadcastOf(message)?.uuid) return false;
  return Date.parse(message.createdAt) - Date.parse(before.createdAt) < RUN_MS;
}

const PASSES_TO: Partial<Record<ThreadEvent, Side>> = {
  handed_over: 'staff',
  waiting: 'staff',
  given_back: 'bot',
  returned: 'bot',
};
/** A member has it from then on, who may have had it before. */
const TAKES: ReadonlySet<ThreadEvent> = new Set(['taken_over', 'assigned']);

/** The events that pass the conversation to the other side; a member who takes what waits for staff is none. */
function findHandovers(messages: readonly MessageView[]): ReadonlyMap<string, Side> {
  const handovers = new Map<string, Side>();
  let side: Side | null = null;
  for (const message of messages) {
    if (!isEvent(message)) continue;
    const event = eventOf(message);
    const to: Side | undefined =
      PASSES_TO[event] ?? (TAKES.has(event) && side !== 'staff' ? 'staff' : undefined);
    if (to) handovers.set(message.uuid, to);
    side = event === 'closed' ? null : (to ?? side);
  }
  return handovers;
}

/** Messages (oldest first) as they stand in a thread: days between them, runs of one sender together. */
export function threadItems(messages: readonly MessageView[], firstNew: string | null = null): ThreadItem[] {
  const handovers = findHandovers(messages);
  return messages.flatMap((message, index): ThreadItem[] => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const key = message.uuid;
    const day: ThreadItem[] =
      !before || dayOf(before) !== dayOf(message)
        ? [{ type: 'day', key: `day-${key}`, at: message.createdAt }]
        : [];
    const isFirstNew = key === firstNew;
    const head: ThreadItem[] = isFirstNew ? [...day, { type: 'new', key: 'new' }] : day;
    const to = handovers.get(key);
    if (to) return [...head, { type: 'handover', key, message, to }];
    if (isEvent(message)) return [...head, { type: 'event', key, message }];
    if (message.kind === 'note') return [...head, { type: 'note', key, message }];
    const opens = isFirstNew || !runsOn(before, message);
    const closes = !after || after.uuid === firstNew || breaksRun(after) || !runsOn(message, after);
    return [...head, { type: 'bubble', key, message, opens, closes }];
  });
}

/** How many messages a person had not read when the conversation was opened, and the newest that was known then. */
export type UnreadAtOpening = Pick<ConversationView, 'unread' | 'lastMessageAt'>;

/** The oldest message of the customer that was not read, from how many there were. */
export function firstUnread(
  messages: readonly MessageView[],
  { unread, lastMessageAt }: UnreadAtOpening,
): string | null {
  // What came after the number was read is not counted in it.
  const counted = messages.filter(
    (message) => message.sender === 'customer' && !isEvent(message) && message.createdAt <= lastMessageAt,
  );
  return unread > 0 ? (counted.at(-unread)?.uuid ?? null) : null;
}

export interface Stretch {
  key: string;
  sender: 'bot' | 'operator';
  name: string | null;
  from: string;
  count: number;
}

/** Who answered, in turn, from the messages that are loaded. */
export function answeringStretches(messages: readonly MessageView[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { uuid, sender, operator, createdAt, kind } of messages) {
    if ((sender !== 'bot' && sender !== 'operator') || kind === 'note' || kind === 'event') continue;
    const name = operator?.name ?? null;
    const last = stretches.at(-1);
    if (last && last.sender === sender && last.name === name) last.count += 1;
    else stretches.push({ key: uuid, sender, name, from: createdAt, count: 1 });
  }
  return stretches;
}
