import { ChannelId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import { z } from 'zod';

export const TABS = ['all', 'waiting', 'mine', 'bot', 'snoozed', 'closed'] as const;
export type Tab = (typeof TABS)[number];
const PANELS = ['canned', 'report'] as const;
export type Panel = (typeof PANELS)[number];

/** What of the inbox is shown; kept in the address. */
export const InboxSearch = z.object({
  tab: z.enum(TABS).optional().catch(undefined),
  q: z.string().optional().catch(undefined),
  channel: ChannelId.optional().catch(undefined),
  assignee: z
    .union([UserId, z.literal('none')])
    .optional()
    .catch(undefined),
  unread: z.literal(true).optional().catch(undefined),
  late: z.literal(true).optional().catch(undefined),
  sort: z.literal('waiting').optional().catch(undefined),
  conversation: ConversationId.optional().catch(undefined),
  /** The message a search led to. */
  message: MessageId.optional().catch(undefined),
  panel: z.enum(PANELS).optional().catch(undefined),
});
export type InboxSearch = z.output<typeof InboxSearch>;
export type InboxView = Omit<InboxSearch, 'tab' | 'conversation' | 'message' | 'panel'> & { tab: Tab };

/** The whole inbox, as it opens. */
export const PLAIN_VIEW = {
  tab: 'all',
  q: undefined,
  channel: undefined,
  assignee: undefined,
  unread: undefined,
  late: undefined,
  sort: undefined,
} as const satisfies InboxView;

/** How many filters narrow the list, the tab and the search apart. */
export const filtersOf = ({ channel, assignee, unread, late }: InboxView): number =>
  [channel, assignee, unread, late].filter(Boolean).length;
