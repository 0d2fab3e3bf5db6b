import type { Role } from '@hanasu/contract/accounts';
import type { Action, ActionOf, ActionReason, CustomerEventKind } from '@hanasu/contract/actions';
import type { CustomerView } from '@hanasu/contract/customers';
import type {
  ActionRuleId,
  ChannelId,
  ConversationId,
  CustomerId,
  FriendId,
  MediaId,
  SegmentId,
  UserId,
} from '@hanasu/contract/ids';
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

/**
 * Erases one customer from the tables of all features, in the caller's transaction; their files are noted
 * (`noteRemovedFiles`). False: there is no such customer.
 */
export type EraseOneCustomer = (
  transaction: AccountTransaction,
  erased: { readonly id: CustomerId; readonly userId: UserId; readonly address: string },
) => Promise<boolean>;

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

/** What happened with a customer. */
export interface CustomerEvent {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly kind: CustomerEventKind;
  readonly byKind: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Why an action is done. */
export interface ActionCause {
  readonly event: CustomerEvent;
  readonly rule: { readonly id: ActionRuleId; readonly name: string };
  /** The same each time that it is tried. */
  readonly key: string;
  readonly show: ShowCustomer;
}

/** The customer as people of that role see them; null: they are gone. */
export type ShowCustomer = (role: Role) => Promise<CustomerView | null>;

/** `reason`: it can't be done, however often it is tried. `after` is called when the transaction has ended. */
export type ActionOutcome = { readonly reason: ActionReason } | { readonly after?: () => void };

/**
 * A kind of action, by the feature that can carry it out. `run` does so in the transaction that notes that it is done:
 * what leaves the house is written there as a row for its deliverer. What it throws is tried again.
 */
export interface ActionKind<Kind extends Action['kind'] = Action['kind']> {
  readonly kind: Kind;
  /** Of each action, why it can't be done; null: it can. */
  findProblems(
    transaction: AccountTransaction,
    actions: readonly ActionOf<Kind>[],
  ): Promise<(ActionReason | null)[]>;
  run(transaction: AccountTransaction, action: ActionOf<Kind>, cause: ActionCause): Promise<ActionOutcome>;
}

/** Checks a kind against its schema, and forgets which one it is, so that all kinds stand in one list. */
export const defineAction = <Kind extends Action['kind']>(kind: ActionKind<Kind>): ActionKind =>
  kind as unknown as ActionKind;

/**
 * Is told of each event that somebody waits for, in their order for each customer, in a transaction that ends with the event
 * being noted as told. What it answers is called after the commit.
 */
export type CustomerEventListener = (
  transaction: AccountTransaction,
  event: CustomerEvent,
  show: ShowCustomer,
) => Promise<(() => void) | undefined>;

/** Finds which of these files something still shows. */
export type FindMediaUses = (
  transaction: AccountTransaction,
  ids: readonly MediaId[],
) => Promise<readonly MediaId[]>;

/** Something that names a segment, and would lose it. */
export interface SegmentUse {
  /** `rule`, `view`, …. */
  readonly kind: string;
  readonly name: string;
}

/** A channel that is connected (again), whose settings were changed, or that is left while its credentials are still known. */
type ChannelChange =
  | { readonly kind: 'connected' | 'settings'; readonly channelId: ChannelId }
  | ({ readonly kind: 'left' } & LeftChannel);
export interface LeftChannel {
  readonly channelId: ChannelId;
  readonly channelKind: string;
  readonly name: string;
  readonly sandbox: boolean;
  /** Sealed, with the id of the channel bound in. */
  readonly credentials: Buffer;
}
/** Is called in the transaction that connects, changes, disconnects or deletes a channel. */
export type ChannelListener = (transaction: AccountTransaction, change: ChannelChange) => Promise<void>;

/** What features hand in together, for work that needs it of all of them. */
interface OfAllFeatures {
  readonly conditions: readonly ConditionKind[];
  readonly eraseOne: EraseOneCustomer;
  readonly findMediaUses: FindMediaUses;
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
   * files that go with them.
   */
  readonly eraseCustomer?: (
    transaction: AccountTransaction,
    customer: ErasedCustomer,
  ) => Promise<readonly string[]>;
  /** Kinds of conditions that its tables answer; each kind of the contract has one owner. */
  readonly conditions?: (context: App) => readonly ConditionKind[];
  /** Kinds of actions that it can carry out; each kind of the contract has one owner. */
  readonly actions?: (context: App) => readonly ActionKind[];
  readonly listenToCustomerEvents?: (context: App) => CustomerEventListener;
  readonly listenToChannels?: ChannelListener;
  /** Where it uses a segment, which can't be deleted then. */
  readonly findSegmentUses?: (
    transaction: AccountTransaction,
    id: SegmentId,
  ) => Promise<readonly SegmentUse[]>;
  /** Finds which of these files its composed messages show; others go after a while. */
  readonly findMediaUses?: FindMediaUses;
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
