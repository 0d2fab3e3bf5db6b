import { join } from 'node:path';
import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { type Authenticator, createAuthenticator, createSessionTokens } from './features/accounts/public.ts';
import { createFinishTurns } from './features/answering/public.ts';
import { type ChannelAdapters, createChannelDirectory } from './features/channels/public.ts';
import { createAnnounce } from './features/inbox/public.ts';
import { createKnowledgeFeature } from './features/knowledge/public.ts';
import { createSecretBox } from './platform/crypto/secret-box.ts';
import type { Database } from './platform/database/database.ts';
import { createDiskFileStore } from './platform/files/file-store.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { startRealtime } from './platform/realtime/realtime.ts';

/** What exists before there are features. */
export interface Foundation {
  readonly config: Config;
  readonly logger: FastifyBaseLogger;
  readonly secretKey: string;
  readonly database: Database;
  readonly app: FastifyInstance;
  readonly models: ModelRegistry;
  readonly adapters: ChannelAdapters;
  readonly vendors: ReadonlyMap<string, SandboxVendor>;
}

/** What features share: they don't know each other but by what is handed to them here. */
export type Parts = ReturnType<typeof createParts>;

/** A thing that starts later than those who may already hold it. */
export interface Later<T> {
  set(value: T): void;
  /** Null until it is set. */
  peek(): T | null;
}

export function later<T>(): Later<T> {
  let held: T | null = null;
  return {
    set: (value) => {
      held = value;
    },
    peek: () => held,
  };
}

export const createAuthentication = (database: Database, secretKey: string): Authenticator =>
  createAuthenticator(database, createSessionTokens(secretKey), Date.now);

export function createParts(foundation: Foundation, authenticator: Authenticator) {
  const { config, logger, secretKey, database, app, models, adapters } = foundation;
  const onError = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const jobs = later<Jobs>();
  const realtime = startRealtime({
    server: app.server,
    authenticate: authenticator.authenticate,
    corsOrigins: config.CORS_ORIGINS,
  });
  const announce = createAnnounce({ database, realtime, onError });
  const knowledge = createKnowledgeFeature({
    database,
    files: createDiskFileStore(join(config.DATA_DIR, 'files')),
    jobs: () => started(jobs),
    realtime,
    log: logger,
    config: { maxUploadBytes: config.MAX_UPLOAD_BYTES },
  });
  const answering = {
    models,
    search: knowledge.searchKnowledge,
    timeouts: {
      firstTokenMs: config.MODEL_FIRST_TOKEN_MS,
      idleMs: config.MODEL_IDLE_MS,
      totalMs: config.MODEL_TOTAL_MS,
    },
    onModelFailure: (failure: object) => logger.warn(failure, 'model failed'),
    finishTurns: createFinishTurns(database),
    announce,
  };
  const directory = createChannelDirectory(database, adapters, createSecretBox(secretKey));
  return { ...foundation, authenticator, onError, jobs, realtime, announce, knowledge, answering, directory };
}

function started(jobs: Later<Jobs>): Jobs {
  const running = jobs.peek();
  if (!running) throw new Error('the jobs have not started yet');
  return running;
}
