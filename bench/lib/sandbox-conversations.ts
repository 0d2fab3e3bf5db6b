import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchHanasu } from './hanasu.ts';

const FRIENDS = ['hanako', 'minh', 'alex'];
/** Time for the batching delay and the bot's answer. */
const ANSWERED_MS = 4_000;

/** Conversations with friends of sandbox channels, three to a channel, each of which has written once and got its answer. */
export async function openSandboxConversations(
  { post, get }: BenchHanasu,
  channels: number,
): Promise<string[]> {
  const bot = await post<{ uuid: string }>('/api/user/bot', {
    name: 'bench',
    serviceUuid: 'builtin-extractive',
  });
  for (let index = 0; index < channels; index += 1) {
    const channel = await post<{ uuid: string }>('/api/channel/sandbox', {
      name: `Counter ${index}`,
      kind: 'line',
      botUuid: bot.uuid,
    });
    for (const friend of FRIENDS)
      await post(`/api/channel/${channel.uuid}/simulator/${friend}`, { action: 'text', text: 'Hello' });
  }
  await sleep(ANSWERED_MS);
  for (;;) {
    const { items } = await get<{ items: { uuid: string }[] }>('/api/user/conversations?pageSize=100');
    if (items.length === channels * FRIENDS.length) return items.map(({ uuid }) => uuid);
    await sleep(100);
  }
}
