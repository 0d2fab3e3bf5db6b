import type { BotView } from '@hanasu/contract/bots';
import type { ChannelView } from '@hanasu/contract/channels';
import { useQuery } from '@tanstack/react-query';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { groupsQuery } from '../../entities/bot/groups.queries.ts';

type Answering = Pick<ChannelView, 'botUuid' | 'groupUuid'>;

/** Name of the bot or group that answers on a channel; null: nobody, undefined: not known yet. */
export function useAnswererName({ botUuid, groupUuid }: Answering): string | null | undefined {
  const { data: bots } = useQuery(botsQuery());
  const { data: groups } = useQuery({ ...groupsQuery(), enabled: groupUuid !== null });
  if (groupUuid !== null) return groups?.items.find(({ uuid }) => uuid === groupUuid)?.name;
  return botUuid === null ? null : bots?.items.find(({ uuid }) => uuid === botUuid)?.name;
}

/** Whether customers are answered here, and what keeps it from that. */
export type AnsweringState =
  | 'answering'
  | 'people'
  | 'paused'
  | 'draft'
  | 'botPaused'
  | 'trouble'
  | 'disconnected'
  | 'off';

/** Undefined: not known yet. */
export function useAnsweringState(channel: ChannelView, isBuiltIn: boolean): AnsweringState | undefined {
  const { data: bots } = useQuery(botsQuery());
  const { status, health, attention, botUuid, groupUuid } = channel;
  if (status === 'disconnected') return 'disconnected';
  if (isBuiltIn && status === 'paused') return 'off';
  if (health.access === 'lost' || health.access === 'unreadable' || attention !== null) return 'trouble';
  if (botUuid === null && groupUuid === null) return 'people';
  if (status === 'paused') return 'paused';
  if (groupUuid !== null) return 'answering';
  return bots && stateOfBot(bots.items.find(({ uuid }) => uuid === botUuid));
}

const stateOfBot = (bot: BotView | undefined): AnsweringState | undefined => {
  if (!bot) return undefined;
  if (bot.state === 'draft') return 'draft';
  return bot.state === 'paused' ? 'botPaused' : 'answering';
};
