import { Avatar } from '@mantine/core';

const HUES = ['green', 'blue', 'yellow', 'red'] as const;

/** A friend's picture, or their first letter; the colour stays the same for the same person. */
export function FriendFace({
  name,
  id,
  pictureUrl,
  size = 38,
}: {
  name: string;
  id: string;
  pictureUrl: string | null;
  size?: number;
}) {
  const hue = HUES[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES.length];
  return (
    <Avatar src={pictureUrl} alt="" size={size} radius={size} color={hue ?? 'green'} aria-hidden>
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </Avatar>
  );
}
