import { FRIEND_STATES } from '@hanasu/contract/friends';
import { ChannelId, FriendId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { FriendsPage } from '../../features/contacts/FriendsPage.tsx';
import { SORTS } from '../../features/contacts/friend-sorts.ts';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Friend')({
  loader: () => loadWords('contacts'),
  validateSearch: z.object({
    q: z.string().max(200).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
    channel: ChannelId.optional().catch(undefined),
    state: z.enum(FRIEND_STATES).optional().catch(undefined),
    sort: z.enum(SORTS).optional().catch(undefined),
    friend: FriendId.optional().catch(undefined),
  }),
  component: FriendsPage,
});
