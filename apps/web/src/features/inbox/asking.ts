import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { createPaced } from './paced.ts';

/** So many are remembered; of more, the first asked for are left as they were heard of. */
const REMEMBERED = 200;

interface Asking {
  one(uuid: ConversationId): Promise<ConversationView>;
  newest(): Promise<readonly ConversationView[]>;
  answered(conversations: readonly ConversationView[]): void;
  pauseMs: number;
}

/**
 * Asks for conversations as this person sees them, with one request at a time: a single one by itself, many with the
 * list of those that something has happened in last, and after that the ones that were not among them.
 */
export function createAsking({ one, newest, answered, pauseMs }: Asking): (uuids: ConversationId[]) => void {
  const wanted = new Set<ConversationId>();
  const notAmongNewest = new Set<ConversationId>();
  const askNewest = async () => {
    const asked = [...wanted];
    wanted.clear();
    const found = new Map((await newest()).map((each) => [each.uuid, each]));
    for (const uuid of asked) if (!found.has(uuid)) notAmongNewest.add(uuid);
    answered(asked.flatMap((uuid) => found.get(uuid) ?? []));
  };
  const askNext = async () => {
    const [uuid] = [...wanted, ...notAmongNewest];
    if (!uuid) return;
    wanted.delete(uuid);
    notAmongNewest.delete(uuid);
    answered([await one(uuid)]);
  };
  const run = createPaced(async () => {
    try {
      await (wanted.size > 1 ? askNewest() : askNext());
    } finally {
      forgetBeyond(wanted);
      forgetBeyond(notAmongNewest);
      if (wanted.size + notAmongNewest.size > 0) run();
    }
  }, pauseMs);
  return (uuids) => {
    if (uuids.length === 0) return;
    for (const uuid of uuids) wanted.add(uuid);
    run();
  };
}

function forgetBeyond(uuids: Set<ConversationId>): void {
  for (const uuid of uuids) {
    if (uuids.size <= REMEMBERED) return;
    uuids.delete(uuid);
  }
}
