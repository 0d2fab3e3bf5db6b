import type { BotView } from '@hanasu/contract/bots';
import { Group } from '@mantine/core';
import { BotStateBadge } from './BotStateBadge.tsx';
import { isAnswering } from './bot-states.ts';

interface BotOptionProps {
  readonly bots: readonly Pick<BotView, 'uuid' | 'state'>[];
  readonly uuid: string;
  readonly label: string;
}

/** A bot among others to choose from: one that gives no answers says so. */
export function BotOption({ bots, uuid, label }: BotOptionProps) {
  const bot = bots.find((one) => one.uuid === uuid);
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" w="100%">
      <span style={{ overflowWrap: 'anywhere' }}>{label}</span>
      {bot && !isAnswering(bot) && <BotStateBadge state={bot.state} />}
    </Group>
  );
}
