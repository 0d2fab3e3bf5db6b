import type { UpdatePresence } from '@hanasu/contract/realtime';

/** Forgotten so long after the last word of it, as the contract says. */
export const PRESENCE_LIFE_MS = 15_000;

export interface Present {
  readonly conversation: string;
  readonly user: string;
  readonly name: string;
  readonly state: 'viewing' | 'typing';
  readonly heardAt: number;
}

/** What is known after one more word of somebody. */
export function withPresence(
  known: readonly Present[],
  { conversationUuid, user, state }: UpdatePresence,
  now: number,
): readonly Present[] {
  const others = stillPresent(known, now).filter(
    (each) => !(each.conversation === conversationUuid && each.user === user.uuid),
  );
  if (state === 'gone') return others;
  return [
    ...others,
    { conversation: conversationUuid, user: user.uuid, name: user.name, state, heardAt: now },
  ];
}

export const stillPresent = (known: readonly Present[], now: number): readonly Present[] =>
  known.filter(({ heardAt }) => now - heardAt < PRESENCE_LIFE_MS);
