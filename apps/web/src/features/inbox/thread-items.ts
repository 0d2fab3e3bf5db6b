import type { MessageView } from '@hanasu/contract/inbox';

export type ThreadItem =
  | { type: 'day'; key: string; at: string }
  | { type: 'event'; key: string; message: MessageView }
  /** `opens` and `closes` say where a run of one sender begins and ends. */
  | { type: 'bubble'; key: string; message: MessageView; opens: boolean; closes: boolean };

const RUN_MS = 5 * 60_000;

const isEvent = ({ kind, sender }: MessageView) => kind === 'event' || sender === 'system';
const dayOf = ({ createdAt }: MessageView) => new Date(createdAt).toDateString();

function runsOn(before: MessageView | undefined, message: MessageView): boolean {
  if (!before || isEvent(before) || dayOf(before) !== dayOf(message)) return false;
  if (before.sender !== message.sender || before.operator?.uuid !== message.operator?.uuid) return false;
  return Date.parse(message.createdAt) - Date.parse(before.createdAt) < RUN_MS;
}

/** Messages (oldest first) as they stand in a thread: days between them, runs of one sender together. */
export function threadItems(messages: readonly MessageView[]): ThreadItem[] {
  return messages.flatMap((message, index): ThreadItem[] => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const key = message.uuid;
    const day: ThreadItem[] =
      !before || dayOf(before) !== dayOf(message)
        ? [{ type: 'day', key: `day-${key}`, at: message.createdAt }]
        : [];
    if (isEvent(message)) return [...day, { type: 'event', key, message }];
    const opens = !runsOn(before, message);
    const closes = !after || isEvent(after) || !runsOn(message, after);
    return [...day, { type: 'bubble', key, message, opens, closes }];
  });
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
  for (const { uuid, sender, operator, createdAt } of messages) {
    if (sender !== 'bot' && sender !== 'operator') continue;
    const name = operator?.name ?? null;
    const last = stretches.at(-1);
    if (last && last.sender === sender && last.name === name) last.count += 1;
    else stretches.push({ key: uuid, sender, name, from: createdAt, count: 1 });
  }
  return stretches;
}
