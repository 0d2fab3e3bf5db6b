import type { MediaId } from '@hanasu/contract/ids';
import { UPDATE_TYPING } from '@hanasu/contract/realtime';
import { deleteExpiredCodes } from './features/accounts/public.ts';
import { createChatTurnRunner, createTurnRunner } from './features/answering/public.ts';
import { createReturner } from './features/automations/public.ts';
import { createConfirmationPump } from './features/bots/public.ts';
import { createChannelKeepers, createDeliverer } from './features/channels/public.ts';
import { createFriendSyncer } from './features/contacts/public.ts';
import {
  chatTurns,
  createMediaFetcher,
  loadMedia,
  readMedia,
  removeOrphans,
  removeUnsent,
} from './features/conversations/public.ts';
import { createInboxPumps } from './features/inbox/public.ts';
import { removeAbandonedUploads } from './features/knowledge/public.ts';
import { createMailbox } from './features/messaging/public.ts';
import {
  createAccountWatcher,
  createNotifySender,
  removeOldNotifications,
} from './features/notifications/public.ts';
import { createScheduledDeletions } from './features/privacy/public.ts';
import { publishOutOfOffice } from './features/web-chat/public.ts';
import { createHookSender, HOOK_TIMEOUT_MS } from './features/webhooks/public.ts';
import { createGivingWay } from './platform/jobs/giving-way.ts';
import { type Pump, startPump } from './platform/jobs/pump.ts';
import { createGuardedFetch } from './platform/net/guarded-fetch.ts';
import type { EngineParts } from './server-parts.ts';
import { notifyWaysOf, privacyOf } from './server-shares.ts';
import type { OwnTellers } from './server-tellers.ts';

const IDLE_MS = 2_000;
/** Web sites that are due; one that somebody adds wakes it. */
const CRAWLER_MS = 15_000;
/** People and accounts to erase, exports and mails to remove: days are counted, not seconds. */
const PROMISES_MS = 30_000;
/** Twice as long as a session, a channel or a request that was under way is remembered. */
const SETTLE_MS = 10_000;
/** Half of the shortest pause of a base whose embedding waits. */
const VECTORS_MS = 15_000;
/** Clocks of the inbox, turns among colleagues, snoozes. */
const INBOX_MS = 1_000;
/** Messages from before there was a search. */
const INDEX_MS = 60_000;
/** Whoever starts a sync wakes it; this finds those of a process that crashed. */
const SYNCS_MS = 15_000;
/** A large file over a slow line. */
const MEDIA_TIMEOUT_MS = 150_000;
/** Access is renewed hours before it ends. */
const ACCESS_MS = 5 * 60_000;
/** Half of the shortest time after which a vendor is asked again what may be sent. */
const QUOTAS_MS = 60_000;
/** Conversations that people have let lie are counted in minutes. */
const RETURNS_MS = 20_000;
/** Balances and webhooks that nobody tells of. */
const WATCH_MS = 60_000;
/** Streams of chats are kept for some minutes. */
const STREAMS_MS = 60_000;
/** At a stop, for answers of chats that are made here; a few at most. */
const ANSWERS_MS = 5_000;
/** What a friend says should stand in the inbox sooner. */
const SHOWN_LATE_MS = 80;
const CLEAN_UP_MS = 60 * 60_000;

/** Whom others wake when there is something to do. */
export type WakeName =
  | 'mailbox'
  | 'turns'
  | 'chats'
  | 'confirmations'
  | 'delivery'
  | 'media'
  | 'syncs'
  | 'hooks'
  | 'notify'
  | 'crawler';

/** Work that waits in the database: events to apply, answers owed, messages to send. */
export interface Workers {
  start(): void;
  /** Finishes what runs, then no more. */
  stop(): Promise<void>;
}

/** `tellers`: those that tell in this thread. `inbound`: what was said is stored through it. */
export function createWorkers(parts: EngineParts, tellers: OwnTellers, inbound = parts.database): Workers {
  const { database, directory, announce, answering, realtime, mailSender, wake, onError } = parts;
  const pumps: {
    mailbox?: Pump;
    turns?: Pump;
    chats?: Pump;
    confirmations?: Pump;
    streams?: Pump;
    delivery?: Pump;
    mails?: Pump;
    cleaner?: Pump;
    promises?: Pump;
    hooks?: Pump;
    vectors?: Pump;
    crawler?: Pump;
    inbox?: Pump;
    index?: Pump;
    media?: Pump;
    syncs?: Pump;
    access?: Pump;
    quotas?: Pump;
    returns?: Pump;
    notify?: Pump;
    watch?: Pump;
  } = {};
  // Waking one that has not started yet is harmless: each looks at once when it starts.
  parts.waker.set((name) => pumps[name]?.wake());
  const wakeTurns = (): void => wake('turns');
  const wakeAnswers = (): void => {
    wake('turns');
    wake('chats');
  };
  const wakeDelivery = (): void => wake('delivery');
  // Accepting comes first, then showing what was said to the staff, then answering it.
  const showing = createGivingWay({ slowMs: SHOWN_LATE_MS });
  const giveWay = async (): Promise<boolean> => {
    const isPressed = await parts.givingWay.pause();
    return (await showing.pause()) || isPressed;
  };
  const shared = { database, directory, announce, wakeTurns, wakeDelivery, giveWay, onError };
  const turnRunner = createTurnRunner({
    ...answering,
    ...shared,
    loadMedia: (message, signal) => loadMedia(parts, message, signal),
    announceTyping: (accountId, conversationUuid, active) =>
      realtime.emit(accountId, UPDATE_TYPING, { conversationUuid, active }),
  });
  const chatRunner = createChatTurnRunner({
    ...answering,
    onAnswered: ({ accountId, conversationId, origin }) =>
      origin === 'embed'
        ? publishOutOfOffice({ database, chat: answering }, accountId, conversationId)
        : Promise.resolve(),
  });
  const confirmations = createConfirmationPump({ ...parts.tools, announce, wakeTurns: wakeAnswers, onError });
  const mailbox = createMailbox({
    ...shared,
    database: inbound,
    giveWay: parts.givingWay.pause,
    onApplied: showing.note,
    abortTurn: turnRunner.abortTurn,
    onTrouble: parts.tellTrouble,
  });
  const deliverer = createDeliverer({
    ...shared,
    readMedia: (accountId, mediaId) => readMedia(parts, accountId, mediaId as MediaId),
  });
  const hookSender = createHookSender({
    database,
    box: parts.box,
    ask: createGuardedFetch({
      allowPrivate: parts.config.ALLOW_PRIVATE_ADDRESSES,
      timeoutMs: HOOK_TIMEOUT_MS,
    }),
    onFree: () => wake('hooks'),
    onError,
  });
  const notifySender = createNotifySender({
    ...notifyWaysOf(parts),
    mail: parts.mail,
    onFree: () => wake('notify'),
    onError,
  });
  const watchAccounts = createAccountWatcher(database, tellers);
  const crawler = parts.websites.createCrawler(onError);
  const inbox = createInboxPumps({
    database,
    announce,
    realtime,
    tell: parts.tellInbox,
    onError,
  });
  const mediaFetcher = createMediaFetcher({
    ...shared,
    files: parts.files,
    requireQuota: parts.storage.requireQuota,
    maxUploadBytes: parts.config.MAX_UPLOAD_BYTES,
    ask: createGuardedFetch({
      allowPrivate: parts.config.ALLOW_PRIVATE_ADDRESSES,
      maxBytes: parts.config.MAX_UPLOAD_BYTES,
      timeoutMs: MEDIA_TIMEOUT_MS,
    }),
    onFree: () => wake('media'),
  });
  const friendSyncer = createFriendSyncer({ ...shared, realtime, onFree: () => wake('syncs') });
  const keepers = createChannelKeepers({ ...parts, onTrouble: parts.tellTrouble });
  const promises = createScheduledDeletions({ ...privacyOf(parts), settleMs: SETTLE_MS, onError });
  return {
    start() {
      pumps.delivery = startPump({ pass: deliverer.pass, idleMs: IDLE_MS, onError });
      pumps.turns = startPump({ pass: turnRunner.pass, idleMs: IDLE_MS, onError });
      pumps.chats = startPump({ pass: chatRunner.pass, idleMs: IDLE_MS, onError });
      pumps.confirmations = startPump({ pass: confirmations.pass, idleMs: IDLE_MS, onError });
      pumps.streams = startPump({
        pass: () => database.system(chatTurns.removeOldChatTurns),
        idleMs: STREAMS_MS,
        onError,
      });
      pumps.mailbox = startPump({ pass: mailbox.pass, idleMs: IDLE_MS, onError });
      pumps.returns = startPump({ pass: createReturner(shared).pass, idleMs: RETURNS_MS, onError });
      pumps.media = startPump({ pass: mediaFetcher.pass, idleMs: IDLE_MS, onError });
      pumps.syncs = startPump({ pass: friendSyncer.pass, idleMs: SYNCS_MS, onError });
      if (mailSender) pumps.mails = startPump({ pass: mailSender.pass, idleMs: IDLE_MS, onError });
      const clean = async () => {
        await deleteExpiredCodes(database);
        await keepers.clean();
        await removeAbandonedUploads(parts.knowledge);
        await removeUnsent(parts);
        await database.system(removeOldNotifications);
        return removeOrphans(parts);
      };
      const cleaning = { pass: clean, idleMs: CLEAN_UP_MS, onError };
      pumps.cleaner = startPump(cleaning);
      pumps.vectors = startPump({ pass: parts.knowledge.keepVectors, idleMs: VECTORS_MS, onError });
      pumps.access = startPump({ pass: keepers.access, idleMs: ACCESS_MS, onError });
      pumps.quotas = startPump({ pass: keepers.quotas, idleMs: QUOTAS_MS, onError });
      pumps.promises = startPump({ pass: promises.pass, idleMs: PROMISES_MS, onError });
      pumps.hooks = startPump({ pass: hookSender.pass, idleMs: IDLE_MS, onError });
      pumps.notify = startPump({ pass: notifySender.pass, idleMs: IDLE_MS, onError });
      pumps.watch = startPump({ pass: watchAccounts, idleMs: WATCH_MS, onError });
      pumps.crawler = startPump({ pass: crawler.pass, idleMs: CRAWLER_MS, onError });
      pumps.inbox = startPump({ pass: inbox.keepTime, idleMs: INBOX_MS, onError });
      pumps.index = startPump({ pass: inbox.indexMessages, idleMs: INDEX_MS, onError });
    },
    async stop() {
      await pumps.inbox?.stop();
      await pumps.index?.stop();
      await pumps.media?.stop();
      await mediaFetcher.stop();
      await pumps.syncs?.stop();
      await friendSyncer.stop();
      await pumps.vectors?.stop();
      await pumps.crawler?.stop();
      await crawler.stop();
      await pumps.access?.stop();
      await pumps.quotas?.stop();
      await pumps.promises?.stop();
      await pumps.cleaner?.stop();
      await pumps.mails?.stop();
      mailSender?.close();
      await pumps.returns?.stop();
      await pumps.mailbox?.stop();
      showing.stop();
      await pumps.confirmations?.stop();
      await confirmations.drain();
      await pumps.chats?.stop();
      await pumps.streams?.stop();
      await answering.runningChats.stopAll(ANSWERS_MS);
      await chatRunner.drain();
      await pumps.turns?.stop();
      await turnRunner.drain();
      await pumps.delivery?.stop();
      await deliverer.drain();
      await directory.drain();
      await tellers.drainPeople();
      await pumps.watch?.stop();
      await pumps.notify?.stop();
      await notifySender.drain();
      await tellers.drainHooks();
      await pumps.hooks?.stop();
      await hookSender.drain();
    },
  };
}
