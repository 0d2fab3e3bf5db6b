import { FRIEND_STATES } from '@hanasu/contract/friends';
import type { ChannelId, FriendId, SegmentId, TagId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { FriendsPage } from '../../features/contacts/FriendsPage.tsx';
import { SORTS } from '../../features/contacts/friend-sorts.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { id, oneOf, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Friend')({
  loader: () => loadWords('contacts'),
  validateSearch: search({
    q: textUpTo(200),
    page,
    channel: id<ChannelId>(),
    state: oneOf(FRIEND_STATES),
    tag: id<TagId>(),
    segment: id<SegmentId>(),
    sort: oneOf(SORTS),
    friend: id<FriendId>(),
  }),
  component: FriendsPage,
});
