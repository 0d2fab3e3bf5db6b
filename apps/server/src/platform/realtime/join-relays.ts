import type { Relay } from './relay.ts';

/** Several relays as one, for who stands between them: what one brings is heard here and passed on to the others. */
export function joinRelays(relays: readonly Relay[]): Relay | null {
  const [only] = relays;
  if (relays.length < 2) return only ?? null;
  for (const relay of relays) {
    relay.onTold((told, from) => {
      for (const other of relays) if (other !== relay) other.tell(told, from);
    });
  }
  return {
    tell(told, from) {
      for (const relay of relays) relay.tell(told, from);
    },
    onTold(listener) {
      for (const relay of relays) relay.onTold(listener);
    },
    async close() {
      await Promise.all(relays.map((relay) => relay.close()));
    },
  };
}
