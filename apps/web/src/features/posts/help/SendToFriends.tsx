import { createBroadcast } from '@hanasu/contract/broadcasts';
import type { PostView } from '@hanasu/contract/posts';
import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { usePermission } from '../../../shell/use-permission.ts';

interface SendToFriendsProps {
  post: Pick<PostView, 'uuid' | 'path' | 'isHidden'>;
  as: 'button' | 'item';
}

/** Leads to a new broadcast with a card of the published post. */
export function SendToFriends({ post: { uuid, path, isHidden }, as }: SendToFriendsProps) {
  const { t } = useWords();
  const maySend = usePermission(createBroadcast);
  if (path === null || isHidden || !maySend) return null;
  const shared = {
    leftSection: <Icon name="megaphone" size={as === 'item' ? 14 : 15} />,
    children: t('postHelp.sendToFriends'),
    renderRoot: (props: object) => (
      <Link to="/Channel/message" search={{ create: true, post: uuid }} {...props} />
    ),
  };
  return as === 'item' ? <Menu.Item {...shared} /> : <Button variant="default" {...shared} />;
}
