import { useQuery } from '@tanstack/react-query';
import { isAnswering } from './bot-states.ts';
import { botsQuery, usePutLive } from './bots.queries.ts';

/** Makes the bot that is being connected answer before it is; does nothing for one that does, or for a group. */
export function usePutLiveFirst(botUuid: string | undefined) {
  const { data: bots } = useQuery(botsQuery());
  const { mutateAsync, isPending } = usePutLive();
  const bot = bots?.items.find(({ uuid }) => uuid === botUuid);
  const silent: 'draft' | 'paused' | null =
    !bot || isAnswering(bot) ? null : bot.state === 'paused' ? 'paused' : 'draft';
  return {
    /** Null: it answers. */
    silent,
    isPending,
    putLive: async (): Promise<void> => {
      if (bot && silent) await mutateAsync({ uuid: bot.uuid, state: silent });
    },
  };
}
