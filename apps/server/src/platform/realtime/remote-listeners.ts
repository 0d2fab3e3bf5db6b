import type { Relay } from './relay.ts';

/** Which rooms people listen in on other processes. */
export interface RemoteListeners {
  has(room: string): boolean;
  /** Somebody here began or ceased to listen in a room. */
  changed(room: string, how: 'more' | 'less'): void;
  stop(): void;
}

const TELL_MS = 10_000;
/** Of a process that has gone without a word. */
const FORGET_MS = 3 * TELL_MS;

/**
 * Keeps the others informed, and knows of them; a process that dies is forgotten after a while. `ownRooms` null: nobody
 * can listen here, which is not even said, because it may be passed on in the name of a process where somebody does.
 */
export function createRemoteListeners(relay: Relay, ownRooms: (() => string[]) | null): RemoteListeners {
  const others = new Map<string, { rooms: Set<string>; heardAt: number }>();
  const tellAll = (): void => {
    if (ownRooms) relay.tell({ kind: 'listening', rooms: ownRooms(), how: 'all' });
  };

  relay.onTold((told, from) => {
    if (told.kind === 'who-listens') return tellAll();
    if (told.kind !== 'listening') return;
    const known = others.get(from)?.rooms ?? new Set<string>();
    const rooms = told.how === 'all' ? new Set(told.rooms) : known;
    for (const room of told.rooms) {
      if (told.how === 'less') rooms.delete(room);
      else rooms.add(room);
    }
    others.set(from, { rooms, heardAt: performance.now() });
  });
  relay.tell({ kind: 'who-listens' });
  const timer = setInterval(() => {
    tellAll();
    for (const [id, { heardAt }] of others) if (performance.now() - heardAt > FORGET_MS) others.delete(id);
  }, TELL_MS);

  return {
    has: (room) => [...others.values()].some(({ rooms }) => rooms.has(room)),
    changed: (room, how) => relay.tell({ kind: 'listening', rooms: [room], how }),
    stop: () => clearInterval(timer),
  };
}
