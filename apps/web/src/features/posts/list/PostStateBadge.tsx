import type { PostState, PostView } from '@hanasu/contract/posts';
import { Badge } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';

const LOOKS = {
  draft: { color: 'gray', icon: 'circle-dashed' },
  scheduled: { color: 'blue', icon: 'calendar-clock' },
  published: { color: 'green', icon: 'check' },
  failed: { color: 'red', icon: 'triangle-alert' },
} as const satisfies Record<PostState, { color: string; icon: IconName }>;

/** The state of a post by word, picture and colour. One that is public stays so while a change of it is scheduled. */
export function PostStateBadge({
  post: { state: stored, isHidden, path },
}: {
  post: Pick<PostView, 'state' | 'isHidden' | 'path'>;
}) {
  const { t } = useWords();
  const state = stored === 'scheduled' && path !== null ? 'published' : stored;
  const { color, icon } = isHidden ? ({ color: 'red', icon: 'ban' } as const) : LOOKS[state];
  return (
    <Badge color={color} leftSection={<Icon name={icon} size={12} />} style={{ flexShrink: 0 }}>
      {isHidden ? t('posts.hidden') : t(`posts.states.${state}`)}
    </Badge>
  );
}
