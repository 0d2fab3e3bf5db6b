import { UPDATE_TYPING } from '@hanasu/contract/realtime';
import { createTurnRunner } from './features/answering/public.ts';
import { createDeliverer, createMailbox } from './features/channels/public.ts';
import { type Pump, startPump } from './platform/jobs/pump.ts';
import type { Parts } from './server-parts.ts';

const IDLE_MS = 2_000;

/** Work that waits in the database: events to apply, answers owed, messages to send. */
export interface Workers {
  start(): void;
  /** Finishes what runs, then no more. */
  stop(): Promise<void>;
  readonly wakeMailbox: () => void;
  readonly wakeTurns: () => void;
  readonly wakeDelivery: () => void;
}

/** Waking a worker that has not started yet is harmless: each looks at once when it starts. */
export function createWorkers(parts: Parts): Workers {
  const { database, directory, announce, answering, realtime, onError } = parts;
  const pumps: { mailbox?: Pump; turns?: Pump; delivery?: Pump } = {};
  const wakeMailbox = (): void => pumps.mailbox?.wake();
  const wakeTurns = (): void => pumps.turns?.wake();
  const wakeDelivery = (): void => pumps.delivery?.wake();
  const shared = { database, directory, announce, wakeTurns, wakeDelivery, onError };
  const mailbox = createMailbox(shared);
  const turnRunner = createTurnRunner({
    ...answering,
    ...shared,
    announceTyping: (accountId, conversationUuid, active) =>
      realtime.emit(accountId, UPDATE_TYPING, { conversationUuid, active }),
  });
  const deliverer = createDeliverer(shared);
  return {
    wakeMailbox,
    wakeTurns,
    wakeDelivery,
    start() {
      pumps.delivery = startPump({ pass: deliverer.pass, idleMs: IDLE_MS, onError });
      pumps.turns = startPump({ pass: turnRunner.pass, idleMs: IDLE_MS, onError });
      pumps.mailbox = startPump({ pass: mailbox.pass, idleMs: IDLE_MS, onError });
    },
    async stop() {
      await pumps.mailbox?.stop();
      await pumps.turns?.stop();
      await turnRunner.drain();
      await pumps.delivery?.stop();
      await deliverer.drain();
    },
  };
}
