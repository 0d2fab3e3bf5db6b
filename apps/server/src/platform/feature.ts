import type { ChannelId, ConversationId, CustomerId, FriendId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from './database/database.ts';
import type { Implement } from './http/implement.ts';
import type { JobDefinition } from './workers/jobs.ts';
import type { Worker } from './workers/worker-registry.ts';

/** A customer who is to be erased, and what hangs on them. */
export interface ErasedCustomer {
  readonly id: CustomerId;
  readonly friends: readonly {
    readonly id: FriendId;
    readonly channelId: ChannelId;
    readonly externalId: string;
  }[];
  /** Those with one of their friends alone; in groups they are one of many. */
  readonly conversationIds: readonly ConversationId[];
}

/**
 * What a feature adds to the program, beside the functions that other features call (`public.ts`). `Http`, `Work`
 * and `App` say what it needs of the program's context: in the thread that serves requests, in the one of the workers, and
 * in both.
 */
export interface Feature<Http, Work, App> {
  readonly name: string;
  /** Adds its endpoints. */
  readonly routes?: (implement: Implement, context: Http) => void | Promise<void>;
  /** Loops over work that waits in the database. They stop in the opposite order. */
  readonly workers?: (context: Work) => readonly Worker[];
  /** Kinds of work that wait in the queue. */
  readonly jobs?: (context: App) => readonly JobDefinition<never>[];
  /** Frees what a process that died has locked; called before anything else, when no other process can be running. */
  readonly releaseLeases?: (transaction: SystemTransaction) => Promise<unknown>;
  /**
   * Takes everything that its tables hold of a customer; the features of upper floors first, all in one transaction. Answers the
   * files that go after the commit.
   */
  readonly eraseCustomer?: (
    transaction: AccountTransaction,
    customer: ErasedCustomer,
  ) => Promise<readonly string[]>;
  /** Brings what is stored up to date with this version and its settings, before the server listens. */
  readonly beforeListening?: (context: Http) => Promise<void>;
  /** What needs the address of the server; nothing is sent until it has ended. */
  readonly afterListening?: (context: Http) => Promise<void>;
  /** Queues what a process that crashed has left; called once the jobs have started. */
  readonly recover?: (context: App) => Promise<void>;
}

export const defineFeature = <Http = unknown, Work = unknown, App = unknown>(
  feature: Feature<Http, Work, App>,
): Feature<Http, Work, App> => feature;
