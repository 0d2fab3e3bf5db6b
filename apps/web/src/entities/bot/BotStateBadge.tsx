import type { BotView } from '@hanasu/contract/bots';
import { Badge } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';

const LOOKS = {
  draft: { color: 'gray', icon: 'circle-dashed' },
  live: { color: 'green', icon: 'check' },
  changed: { color: 'blue', icon: 'pencil' },
  paused: { color: 'orange', icon: 'pause' },
} as const satisfies Record<BotView['state'], { color: string; icon: IconName }>;

/** What a bot does now, by word, picture and colour. */
export function BotStateBadge({ state }: Pick<BotView, 'state'>) {
  const { t } = useWords();
  const { color, icon } = LOOKS[state];
  return (
    <Badge color={color} leftSection={<Icon name={icon} size={12} />} style={{ flexShrink: 0 }}>
      {t(`bot.states.${state}`)}
    </Badge>
  );
}
