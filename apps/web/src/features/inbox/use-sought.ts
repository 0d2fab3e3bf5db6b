import type { MessageId } from '@hanasu/contract/ids';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Thread } from './use-thread.ts';

const reveal = (uuid: string): boolean => {
  const element = document.getElementById(`message-${uuid}`);
  element?.scrollIntoView({ block: 'center' });
  return element !== null;
};

/** Loads upwards until the message is there that a search or a quotation leads to, and shows it. */
export function useSought({ query, messages }: Thread, sought: MessageId | null, drawAll: () => void) {
  const [target, setTarget] = useState<string | null>(sought);
  useEffect(() => setTarget(sought), [sought]);
  const oldest = messages[0]?.uuid;
  const step = useEffectEvent(() => {
    if (!target || !oldest) return;
    if (reveal(target)) setTarget(null);
    else if (messages.some(({ uuid }) => uuid === target)) drawAll();
    // Ids are in the order of time.
    else if (target < oldest && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    else if (!query.isFetching) setTarget(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that arrives is a reason to look again.
  useEffect(() => step(), [target, oldest, messages.length]);
  // What was drawn by `drawAll` is there after the next paint.
  useEffect(() => {
    if (!target) return;
    const frame = requestAnimationFrame(() => step());
    return () => cancelAnimationFrame(frame);
  });
  return setTarget;
}
