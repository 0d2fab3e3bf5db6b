import type { MessageView } from '@hanasu/contract/inbox';
import type { InfiniteData } from '@tanstack/react-query';
import type { MessagePage } from '../inbox.queries.ts';

export type LoadedMessages = InfiniteData<MessagePage, unknown>;

/** All loaded messages, oldest first. */
export const flattenMessages = (data: LoadedMessages | undefined): MessageView[] =>
  data?.pages.toReversed().flatMap(({ items }) => items) ?? [];

/** Changes the messages that are loaded and adds those that are new behind the newest; ids are in the order of time. */
export function placeInThread(data: LoadedMessages, messages: readonly MessageView[]): LoadedMessages {
  const incoming = new Map(messages.map((message) => [message.uuid, message]));
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((old) => {
      const changed = incoming.get(old.uuid);
      incoming.delete(old.uuid);
      return changed && !isOvertaken(changed, old) ? changed : old;
    }),
  }));
  const oldest = pages.at(-1)?.items[0]?.uuid ?? '';
  const added = [...incoming.values()].filter(({ uuid }) => uuid > oldest);
  const [newest, ...older] = pages;
  if (!newest || added.length === 0) return { ...data, pages };
  const items = [...newest.items, ...added].sort((one, other) => (one.uuid < other.uuid ? -1 : 1));
  return { ...data, pages: [{ ...newest, items, total: newest.total + added.length }, ...older] };
}

/** What was sent stays sent: the server's answer to “send” may arrive after the event of its delivery. */
const isOvertaken = (changed: MessageView, old: MessageView): boolean =>
  changed.delivery.state === 'pending' && old.delivery.state === 'sent';

export const withoutMessage = (data: LoadedMessages, message: string): LoadedMessages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.filter(({ uuid }) => uuid !== message) })),
});
