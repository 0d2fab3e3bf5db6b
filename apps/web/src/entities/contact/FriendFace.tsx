import { Avatar } from '@mantine/core';
import { useFriendName } from './use-friend-name.ts';

interface FriendFaceProps {
  name: string;
  pictureUrl: string | null;
  size?: number;
}

/** A friend's picture, or their first letter without a colour: green is the bot, persimmon who waits for a person. */
export function FriendFace({ name, pictureUrl, size = 38 }: FriendFaceProps) {
  const nameOf = useFriendName();
  return (
    <Avatar src={pictureUrl} alt="" size={size} radius={size} color="gray" aria-hidden>
      {[...nameOf(name).trim()][0]?.toUpperCase() ?? '?'}
    </Avatar>
  );
}
