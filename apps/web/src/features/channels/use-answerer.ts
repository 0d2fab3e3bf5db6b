import type { ChannelView } from '@hanasu/contract/channels';
import { useQuery } from '@tanstack/react-query';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { groupsQuery } from '../../entities/bot/groups.queries.ts';

/** Name of the bot or group that answers on a channel; null: nobody, undefined: not known yet. */
export function useAnswererName({ botUuid, groupUuid }: ChannelView): string | null | undefined {
  const { data: bots } = useQuery(botsQuery());
  const { data: groups } = useQuery({ ...groupsQuery(), enabled: groupUuid !== null });
  if (groupUuid !== null) return groups?.items.find(({ uuid }) => uuid === groupUuid)?.name;
  return botUuid === null ? null : bots?.items.find(({ uuid }) => uuid === botUuid)?.name;
}
