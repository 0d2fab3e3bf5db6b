import { ChannelId, ConversationId } from '@hanasu/contract/ids';
import { z } from 'zod';

export const TABS = ['mine', 'waiting', 'bot', 'operator', 'all', 'closed'] as const;
export type Tab = (typeof TABS)[number];

/** What of the inbox is shown; kept in the address. */
export const InboxSearch = z.object({
  tab: z.enum(TABS).optional().catch(undefined),
  q: z.string().optional().catch(undefined),
  channel: ChannelId.optional().catch(undefined),
  conversation: ConversationId.optional().catch(undefined),
});
export type InboxSearch = z.output<typeof InboxSearch>;
export type InboxView = Omit<InboxSearch, 'tab' | 'conversation'> & { tab: Tab };
