import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import type { UpdateConversation, UpdateTyping } from '@hanasu/contract/realtime';

/** What the list and the thread hear of, in the order in which it came. */
export type InboxUpdate = { typing: UpdateTyping } | { conversation: UpdateConversation };

interface Known {
  find(uuid: ConversationId): ConversationView | undefined;
  /** Whether it stands open before a person's eyes. */
  isSeen(uuid: ConversationId): boolean;
}

interface MergedUpdates {
  /** As they stand after all updates, each once. */
  readonly conversations: readonly ConversationView[];
  /** Those whose unread messages can't be told from what was heard; as it was heard, with what nobody has read. */
  readonly unsure: readonly ConversationView[];
  readonly messages: ReadonlyMap<ConversationId, readonly MessageView[]>;
  /** Whether somebody is answering in it, as far as that was said. */
  readonly typing: ReadonlyMap<string, boolean>;
  /** A customer wrote while a person was looking. */
  readonly read: ReadonlySet<ConversationId>;
}

/** What many updates come to. */
export function mergeUpdates(updates: readonly InboxUpdate[], known: Known): MergedUpdates {
  const conversations = new Map<ConversationId, ConversationView>();
  const unsure = new Map<ConversationId, ConversationView>();
  const messages = new Map<ConversationId, MessageView[]>();
  const typing = new Map<string, boolean>();
  const read = new Set<ConversationId>();
  for (const each of updates) {
    if ('typing' in each) {
      typing.set(each.typing.conversationUuid, each.typing.active);
      continue;
    }
    const update = each.conversation;
    const heard = update.data.at(-1)?.conversation;
    if (!heard) continue;
    const { uuid } = heard;
    const said = update.data.flatMap(({ message }) => message ?? []);
    if (said.length > 0) messages.set(uuid, [...(messages.get(uuid) ?? []), ...said]);
    if (update.action === 'bot_chat' || update.action === 'operator_chat') typing.set(uuid, false);
    const before = conversations.get(uuid) ?? known.find(uuid);
    // Events may overtake each other.
    if (before && before.updatedAt > heard.updatedAt) continue;
    const isSeen = known.isSeen(uuid);
    const unread = unreadAfter(before, update);
    // What nobody has read is the most that this person has not read.
    if (!before && heard.unread > unread) unsure.set(uuid, heard);
    if (isSeen && update.action === 'user_chat') read.add(uuid);
    conversations.set(uuid, { ...heard, unread: isSeen ? 0 : unread, draft: before?.draft ?? null });
  }
  return {
    conversations: [...conversations.values()],
    unsure: [...unsure.values()],
    messages,
    typing,
    read,
  };
}

/** What this person had not read, and what the customer has said since. */
export const unreadAfter = (
  known: Pick<ConversationView, 'unread'> | undefined,
  { action, data }: UpdateConversation,
): number =>
  (known?.unread ?? 0) + (action === 'user_chat' ? data.filter(({ message }) => message !== null).length : 0);

/** Who is being answered after what was heard; the same set when nothing has changed. */
export function typingAfter(
  before: ReadonlySet<string>,
  heard: ReadonlyMap<string, boolean>,
): ReadonlySet<string> {
  const changed = [...heard].filter(([uuid, active]) => before.has(uuid) !== active);
  if (changed.length === 0) return before;
  const after = new Set(before);
  for (const [uuid, active] of changed) {
    if (active) after.add(uuid);
    else after.delete(uuid);
  }
  return after;
}

/** Somebody begins to wait for a person, or writes to those who have them; what the bot has makes no noise. */
export function asksForPerson(
  { action, data }: UpdateConversation,
  before: Pick<ConversationView, 'handling'> | undefined,
  me: string | undefined,
): boolean {
  const now = data.at(-1)?.conversation;
  if (!now) return false;
  const isMine = now.handling === 'operator' && now.operator?.uuid === me;
  const wrote = action === 'user_chat' && data.some(({ message }) => message !== null);
  if (now.handling === 'waiting') return wrote || (before !== undefined && before.handling !== 'waiting');
  return isMine && wrote;
}
