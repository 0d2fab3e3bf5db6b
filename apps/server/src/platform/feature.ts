import type { Role } from '@hanasu/contract/accounts';
import type { ChannelId, ConversationId, CustomerId, FriendId, SegmentId } from '@hanasu/contract/ids';
import type { Condition, ConditionOf, SegmentReason } from '@hanasu/contract/segments';
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

/** One moment and one place for all conditions of a run, in SQL and in memory. */
export interface ConditionScope {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timeZone: string;
  /** The calendar day that it is there. */
  readonly today: string;
}

export interface SqlScope extends ConditionScope {
  /** Hands a value in; answers what stands for it in SQL, as `$7::uuid[]`. */
  bind(value: unknown, type: string): string;
}

/**
 * A kind of condition of segments, by the feature whose tables answer it. `test` says in memory what `sql` says of the
 * customer `c`, of the account `$1`; a property test holds them to it.
 */
export interface ConditionKind<Kind extends Condition['kind'] = Condition['kind'], Facts = unknown> {
  readonly kind: Kind;
  /** Never null, and without what a user typed but by `bind`. */
  sql(condition: ConditionOf<Kind>, scope: SqlScope): string;
  /** What `test` needs to know of the customer `c`: SQL that is JSON. */
  readonly facts: string;
  test(condition: ConditionOf<Kind>, facts: Facts, scope: ConditionScope): boolean;
  /** Of each condition, why nobody with this role can use it; null: they can. Absent: it names nothing that could go. */
  findProblems?(
    transaction: AccountTransaction,
    conditions: readonly ConditionOf<Kind>[],
    role: Role,
  ): Promise<(SegmentReason | null)[]>;
}

/** Checks a kind against its schema, and forgets which one it is, so that all kinds stand in one list. */
export const defineCondition = <Kind extends Condition['kind'], Facts>(
  kind: ConditionKind<Kind, Facts>,
): ConditionKind => kind as unknown as ConditionKind;

/** Something that names a segment, and would lose it. */
export interface SegmentUse {
  /** `rule`, `view`, …. */
  readonly kind: string;
  readonly name: string;
}

/** What features hand in together, for work that needs it of all of them. */
interface OfAllFeatures {
  readonly conditions: readonly ConditionKind[];
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
  readonly jobs?: (context: App, all: OfAllFeatures) => readonly JobDefinition<never>[];
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
  /** Kinds of conditions that its tables answer; each kind of the contract has one owner. */
  readonly conditions?: (context: App) => readonly ConditionKind[];
  /** Where it uses a segment, which can't be deleted then. */
  readonly findSegmentUses?: (
    transaction: AccountTransaction,
    id: SegmentId,
  ) => Promise<readonly SegmentUse[]>;
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
