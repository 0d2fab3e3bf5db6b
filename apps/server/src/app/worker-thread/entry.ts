import { setPriority } from 'node:os';
import { createPasswordHasher } from '../../platform/crypto/password-hasher.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { untilDatabaseAnswers } from '../../platform/database/until-database-answers.ts';
import { watchDatabase } from '../../platform/database/watch-database.ts';
import { createLogger } from '../../platform/logger.ts';
import { collectWhenIdle } from '../../platform/memory/collect-when-idle.ts';
import { roomOfAccount, roomOfUser } from '../../platform/realtime/listeners.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { Relay } from '../../platform/realtime/relay.ts';
import { createRemoteListeners } from '../../platform/realtime/remote-listeners.ts';
import { createBackgroundThrottle } from '../../platform/workers/background-throttle.ts';
import { createErrorReporter } from '../../platform/workers/current-work.ts';
import { createWorkerRegistry } from '../../platform/workers/worker-registry.ts';
import { composeChannels } from '../channels.ts';
import {
  type AppContext,
  closeContext,
  createAuthentication,
  createContext,
  manifestsOf,
} from '../context.ts';
import { createEvents } from '../events.ts';
import { composeKnowledgeModels, composeModels } from '../models.ts';
import { composeSocial } from '../sign-in.ts';
import { jobKinds, openAllSegments, recoverInterruptedWork, startWorkers } from '../start-workers.ts';
import {
  type FromWorkerThread,
  relayOver,
  type ToWorkerThread,
  type WorkerThreadStart,
  workerThreadPort,
} from './messages.ts';

/** Of 19, the lowest: measured with `bench/fire.bench.ts`, a lower one leaves the inbox behind. */
const PRIORITY = 5;
/** The lanes of the inbound processor, and as many publishers. */
const INBOUND_POOL_SIZE = 12;

interface RunningWorkerThread {
  hear(message: ToWorkerThread): void;
  stop(): Promise<void>;
}

/** Works on what waits in the database, in a thread of its own: whoever calls the server does not wait for it. */
export function runWorkerThread(): void {
  const port = workerThreadPort();
  const say = (message: FromWorkerThread): void => port.postMessage(message);
  let engine: RunningWorkerThread | null = null;
  const stopping = new AbortController();
  const handle = async (message: ToWorkerThread): Promise<void> => {
    if (message.kind === 'start') {
      engine = await startWorkerThread(message.start, {
        signal: stopping.signal,
        onBeat: (isConnected) => say({ kind: 'beat', isConnected }),
      });
      say({ kind: 'started' });
    } else if (message.kind === 'stop') {
      stopping.abort();
      await engine?.stop();
      say({ kind: 'stopped' });
    } else engine?.hear(message);
  };
  port.on('message', (message: ToWorkerThread) => {
    // What fails here ends the thread, and with it the process.
    handle(message).catch((error: unknown) => {
      // A start that was ended by a stop has failed for no reason of its own.
      if (!stopping.signal.aborted) throw error;
    });
  });
}

interface EngineOptions {
  /** Ends a start that waits for the database. */
  readonly signal: AbortSignal;
  readonly onBeat: (isConnected: boolean) => void;
}

async function startWorkerThread(
  start: WorkerThreadStart,
  { signal, onBeat }: EngineOptions,
): Promise<RunningWorkerThread> {
  const { config, databaseUrl, secretKeys, version, isOnlyProcess } = start;
  lowerPriority();
  const logger = createLogger(config.LOG_LEVEL);
  const onError = createErrorReporter(logger);
  const open = (poolSize: number): Database =>
    openDatabase({
      url: databaseUrl,
      poolSize,
      onError: (error) => logger.warn({ err: error }, 'database connection lost'),
      onNested: (place) => logger.error({ place }, 'a transaction was opened inside of another one'),
    });
  const database = open(config.DATABASE_POOL_SIZE);
  // What was said is stored and shown without queueing behind the answers.
  const inbound = open(INBOUND_POOL_SIZE);
  const relay = relayOver(workerThreadPort(), 'engine');
  const realtime = createDistantRealtime(relay);
  const { adapters, sandboxes } = await composeChannels(config, database.now, {
    playing: start.sandboxHosts,
  });
  const manifestOf = manifestsOf(adapters);
  const workers = createWorkerRegistry({ database, onError, isOnlyProcess });
  const segments = openAllSegments(() => context);
  const events = createEvents({
    database: inbound,
    realtime,
    manifestOf,
    segments,
    notifyHooks: () => workers.notify('web-hooks'),
    notifyNotifications: () => workers.notify('notifications'),
    onError,
  });
  relay.onTold((told) => {
    if (told.kind !== 'changed') return;
    if (told.what === 'hooks') events.hooksChanged(told.id as never);
    if (told.what === 'people') events.peopleChanged(told.id as never);
  });
  const context: AppContext = await createContext({
    version,
    databaseUrl,
    config,
    logger,
    secretKeys,
    passwords: createPasswordHasher(),
    database,
    models: composeModels(config),
    knowledgeModels: composeKnowledgeModels(config),
    adapters,
    vendors: sandboxes,
    socialClients: composeSocial(config),
    authenticator: createAuthentication(database, secretKeys),
    realtime,
    relay,
    manifestOf,
    segments,
    onError,
    notifyWorker: workers.notify,
    works: true,
    events,
    // How busy this thread is says nothing of how long webhooks wait.
    backgroundThrottle: createBackgroundThrottle({ loopDelay: () => 0 }),
  });
  const connected = <T>(step: () => Promise<T>): Promise<T> =>
    untilDatabaseAnswers(step, { signal, log: (line) => logger.warn(line) });
  await connected(() => context.knowledge.openVectors(databaseUrl));
  await connected(() => context.jobs.start(jobKinds(context)));
  startWorkers(workers, context, { events, inboundDatabase: inbound });
  await connected(() => recoverInterruptedWork(context));
  const beat = watchDatabase(databaseUrl, { onLook: onBeat });
  const collecting = collectWhenIdle();
  return {
    hear(message) {
      if (message.kind === 'notify') workers.notify(message.name);
      else if (message.kind === 'active') workers.recordActivity();
      else if (message.kind === 'announced') events.hear(...message.announced);
      else if (message.kind === 'inbox') events.publishInboxEvent(message.event);
      else if (message.kind === 'accepted') context.backgroundThrottle.recordLatency(message.afterMs);
      else if (message.kind === 'trouble') events.publishChannelTrouble(...message.trouble);
    },
    async stop() {
      collecting.stop();
      await beat.stop();
      await workers.stop();
      await closeContext(context);
      await inbound.close();
      await database.close();
    },
  };
}

/** Linux gives each thread a priority of its own: a message is accepted before the one before it is answered. */
function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, PRIORITY);
}

/** For a thread or process that no browser is connected to: others tell the browsers. */
export function createDistantRealtime(relay: Relay): Realtime {
  const listeners = createRemoteListeners(relay, null);
  const emit = (room: string, event: string, payload: unknown): void => {
    if (listeners.has(room)) relay.tell({ kind: 'emit', room, event, payload });
  };
  return {
    emit: (accountId, event, payload) => emit(roomOfAccount(accountId), event, payload),
    emitToUser: (userId, event, payload) => emit(roomOfUser(userId), event, payload),
    hasListeners: (accountId) => listeners.has(roomOfAccount(accountId)),
    dropSession: (id) => relay.tell({ kind: 'session-ended', id }),
    recheckUser: (id) => relay.tell({ kind: 'user-changed', id }),
    async close() {
      listeners.stop();
      await relay.close();
    },
  };
}
