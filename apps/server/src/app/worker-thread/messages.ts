import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
import type { VendorHosts } from '@hanasu/channels/spec/connection';
import type { OnChannelTrouble } from '../../features/channels/public.ts';
import type { ConversationEvent, PublishConversationUpdate } from '../../features/conversations/public.ts';
import type { SecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Relay, Told } from '../../platform/realtime/relay.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import type { Config } from '../config.ts';
import type { AppEvents } from '../events.ts';

/** What the worker thread needs to start: it opens its own connections. */
export interface WorkerThreadStart {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly secretKeys: SecretKeys;
  readonly version: string;
  /** Where the sandbox vendors listen, which play in the server's thread. */
  readonly sandboxHosts: ReadonlyMap<string, VendorHosts>;
  /** No other process can be using this database. */
  readonly isOnlyProcess: boolean;
}

export type ToWorkerThread =
  | { readonly kind: 'start'; readonly start: WorkerThreadStart }
  | { readonly kind: 'stop' }
  | { readonly kind: 'told'; readonly told: Told; readonly from: string }
  | { readonly kind: 'notify'; readonly name: WorkerName }
  /** A request may write work of any kind. */
  | { readonly kind: 'active' }
  | { readonly kind: 'announced'; readonly announced: Parameters<PublishConversationUpdate> }
  | { readonly kind: 'inbox'; readonly event: ConversationEvent }
  | { readonly kind: 'trouble'; readonly trouble: Parameters<OnChannelTrouble> }
  /** A webhook was acknowledged after so many milliseconds. */
  | { readonly kind: 'accepted'; readonly afterMs: number };

export type FromWorkerThread =
  | { readonly kind: 'started' }
  | { readonly kind: 'stopped' }
  /** Now and then: whether the thread's own connections to the database work. */
  | { readonly kind: 'beat'; readonly isConnected: boolean }
  | { readonly kind: 'told'; readonly told: Told; readonly from: string };

/** The thread that works on what waits in the database, as the server's thread sees it. */
export interface WorkerThread {
  readonly relay: Relay;
  post(message: ToWorkerThread): void;
  /** Resolves when it works; rejects when the signal comes first. */
  start(start: WorkerThreadStart, signal?: AbortSignal): Promise<void>;
  /** It has started, responds, and is connected to the database. */
  isReady(): boolean;
  /** Finishes what runs, then ends the thread. */
  stop(): Promise<void>;
}

const THREAD = new URL('./start.ts', import.meta.url);

/** Without a beat for this long the thread hangs. */
const BEAT_PATIENCE_MS = 20_000;

/** Starts to load the worker thread, which does nothing before `start`. `onFailure`: it has died, so must the process. */
export function launchWorkerThread(onFailure: (error: Error) => void = fail): WorkerThread {
  const worker = new Worker(THREAD, { workerData: { compileCache: getCompileCacheDir() ?? null } });
  let isStopped = false;
  let lastBeat = { isConnected: false, at: 0 };
  worker.on('error', onFailure);
  worker.on('exit', (code) => {
    if (!isStopped) onFailure(new Error(`the engine has ended (${code})`));
  });
  worker.on('message', (message: FromWorkerThread) => {
    if (message.kind === 'beat') lastBeat = { isConnected: message.isConnected, at: performance.now() };
  });
  const said = (kind: FromWorkerThread['kind']): Promise<void> =>
    new Promise((resolve) => {
      worker.on('message', (message: FromWorkerThread) => message.kind === kind && resolve());
    });
  const post = (message: ToWorkerThread): void => worker.postMessage(message);
  return {
    relay: relayOver(worker, 'server'),
    post,
    async start(start, signal) {
      const started = said('started');
      post({ kind: 'start', start });
      const ended = signal ? once(signal, 'abort').then(() => signal.throwIfAborted()) : started;
      await Promise.race([started, ended]);
    },
    isReady: () => lastBeat.isConnected && performance.now() - lastBeat.at < BEAT_PATIENCE_MS,
    async stop() {
      const stopped = said('stopped');
      isStopped = true;
      post({ kind: 'stop' });
      await stopped;
      await worker.terminate();
    },
  };
}

function fail(error: Error): never {
  throw error;
}

type Port = Pick<MessagePort, 'postMessage' | 'on'> | Worker;

/** What a relay does, between two threads. */
export function relayOver(port: Port, self: string): Relay {
  return {
    tell: (told, from = self) => port.postMessage({ kind: 'told', told, from }),
    onTold(listener) {
      port.on('message', (message: ToWorkerThread | FromWorkerThread) => {
        if (message.kind === 'told') listener(message.told, message.from);
      });
    },
    close: async () => undefined,
  };
}

/** The worker thread's side of the port. */
export function workerThreadPort(): MessagePort {
  if (!parentPort) throw new Error('this file is a thread of the server');
  return parentPort;
}

/** Updates go to pages from here, to all others from the worker thread: each change is published once. */
export const eventsBeside = (engine: WorkerThread, relay: Relay | null, toPages: PublishConversationUpdate) =>
  ({
    kind: 'beside' as const,
    publishConversationUpdate: (...announced: Parameters<PublishConversationUpdate>) => {
      toPages(...announced);
      engine.post({ kind: 'announced', announced });
    },
    publishInboxEvent: (event) => engine.post({ kind: 'inbox', event }),
    publishChannelTrouble: (...trouble) => engine.post({ kind: 'trouble', trouble }),
    hooksChanged: (id) => relay?.tell({ kind: 'changed', what: 'hooks', id }),
    peopleChanged: (id) => relay?.tell({ kind: 'changed', what: 'people', id }),
  }) satisfies AppEvents;
