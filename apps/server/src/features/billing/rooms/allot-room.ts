import type { BudgetAction } from '@hanasu/contract/budgets';
import type { AccountId, ApiKeyId, BotId, BudgetId } from '@hanasu/contract/ids';

/** Whose budgets a call counts for, beside those of its account. */
export interface PaidBy {
  readonly botId: BotId | null;
  /** The key that a program calls with. */
  readonly apiKeyId: ApiKeyId | null;
}

/** A turn that needs room in its account's balance. */
export interface RoomCandidate extends PaidBy {
  readonly accountId: AccountId;
  /** The conversation; a reservation and a place in the queue belong to it. */
  readonly holder: string;
  /** Where it was asked: a channel, the chat page, the API. Entrances take turns. */
  readonly entrance: string;
  readonly isAnonymous: boolean;
  /** Tokens that it will probably cost. */
  readonly estimate: number;
  /** Tokens that it may cost at most. */
  readonly limit: number;
  /** Milliseconds that it has waited. */
  readonly waitedMs: number;
}

/** The reservations of one entrance that run now. `growth`: what they may cost beyond what they hold. */
export interface RunningShare {
  readonly entrance: string;
  readonly isAnonymous: boolean;
  readonly count: number;
  readonly tokens: number;
  readonly growth: number;
  readonly growthSquared: number;
}

/** A budget with an effect at the limit, and what of it is left; of a bot, of a key, or of the account. */
export interface BudgetRoom extends PaidBy {
  readonly id: BudgetId;
  readonly action: Exclude<BudgetAction, 'warn'>;
  readonly left: number;
  /** What is left was too little for an answer of this period. */
  readonly isReached: boolean;
  /** Reservations that count for it. */
  readonly running: readonly RunningShare[];
}

export interface AccountRoom {
  readonly balance: number;
  readonly running: readonly RunningShare[];
  readonly budgets?: readonly BudgetRoom[];
}

/** Whether a call counts for a budget. */
export const countsFor = (budget: PaidBy, { botId, apiKeyId }: PaidBy): boolean =>
  (budget.botId === null || budget.botId === botId) &&
  (budget.apiKeyId === null || budget.apiKeyId === apiKeyId);

export interface Admitted {
  readonly candidate: RoomCandidate;
  /** Set aside now; grows with the answer. */
  readonly tokens: number;
  /** The answer may cost so much: its own limit, or what the account or a budget has, whatever others hold. */
  readonly limit: number;
}

/** Turns of anonymous visitors hold at most this part of a balance. */
const ANONYMOUS_SHARE = 0.25;
/** Answers in a hundred that use their whole limit are expected; the balance holds out against them. */
const LONG_ANSWERS = 0.05;
/** Standard deviations beyond the expected growth that are still covered. */
const CAUTION = 3;
/** An answer is estimated from the bot's own once there are so many of them. */
const ENOUGH_ANSWERS = 20;
const SHARE_OF_LIMIT = 0.1;

/** A running answer reserves so much of its limit beyond what it has used. */
export const GROWTH_SHARE = 0.025;
/** It asks for more when less than this part of the step is left, so that it need not wait for the database. */
export const GROWTH_AHEAD = 0.25;

/**
 * What to set aside for an answer: its bot's 95th percentile, and so much that an answer of that length does not ask for more;
 * or a tenth of the limit while too little is known.
 */
export function estimateCost(
  limit: number,
  { answers, percentile }: { answers: number; percentile: number },
): number {
  const usual = percentile + Math.ceil(limit * GROWTH_SHARE * GROWTH_AHEAD);
  return Math.max(1, Math.min(limit, answers < ENOUGH_ANSWERS ? Math.ceil(limit * SHARE_OF_LIMIT) : usual));
}

export interface Growth extends PaidBy {
  readonly id: string;
  /** Set aside now, and wanted from now on. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** `spent`: the balance is used up; `over_budget`: a budget. */
export type GrowthOutcome = 'grown' | 'spent' | 'over_budget';

/**
 * Which running answers may grow, in order. Not what others reserve ends an answer: the balance or a budget has to be used up,
 * and reservations to exceed it by one whole answer. Beyond that nothing is left that anybody has paid for.
 */
export function allotGrowth(
  wanted: readonly Growth[],
  { balance, running, budgets = [] }: AccountRoom,
): GrowthOutcome[] {
  const whole = useOf(balance, running);
  const limited = budgets.map((budget) => ({ budget, use: useOf(budget.left, budget.running) }));
  return wanted.map((growth) => {
    const own = limited.filter(({ budget }) => countsFor(budget, growth)).map(({ use }) => use);
    if (!mayGrow(whole, growth)) return 'spent';
    if (!own.every((use) => mayGrow(use, growth))) return 'over_budget';
    for (const use of [whole, ...own]) {
      use.used += growth.to - growth.from;
      use.reserved += growth.to - growth.from;
    }
    return 'grown';
  });
}

interface Use {
  readonly left: number;
  used: number;
  reserved: number;
}

const useOf = (left: number, running: readonly RunningShare[]): Use => ({
  left,
  used: running.reduce(
    (total, { tokens, growth }) => total + Math.max(0, tokens - GROWTH_SHARE * (tokens + growth)),
    0,
  ),
  reserved: running.reduce((total, { tokens }) => total + tokens, 0),
});

const mayGrow = ({ left, used, reserved }: Use, { from, to, limit }: Growth): boolean =>
  used + to - from <= left || reserved + to - from <= left + limit;

interface Held {
  count: number;
  /** Reservations that anonymous visitors do not hold. */
  known: number;
  anonymous: number;
  anonymousCount: number;
  growth: number;
  growthSquared: number;
}

/**
 * Chooses the turns that may start now, in the order in which they start. Who stands behind a turn that does not fit
 * waits with it, so that a dear answer is not overtaken for ever; only anonymous visitors beyond their share and turns whose
 * budget is full are passed. Of a budget's turns none passes another.
 */
export function allotRoom(
  candidates: readonly RoomCandidate[],
  { balance, running, budgets = [] }: AccountRoom,
): Admitted[] {
  const whole = { left: balance, held: sumUp(running) };
  const limited = budgets.map((budget) => {
    const { left } = budget;
    return { budget, left, held: sumUp(budget.running), isFull: false };
  });
  const admitted: Admitted[] = [];
  for (const candidate of inFairOrder(candidates, running)) {
    const { isAnonymous } = candidate;
    const own = limited.filter(({ budget }) => countsFor(budget, candidate));
    if (own.some(({ isFull }) => isFull)) continue;
    const all = [whole, ...own];
    const limit = Math.min(candidate.limit, ...all.map(({ left }) => left));
    const wanted = Math.min(candidate.estimate, limit);
    const tokens = isAnonymous ? Math.min(wanted, ...all.map(({ left }) => shareOf(left))) : wanted;
    if (isAnonymous && all.some((each) => isBeyondShare(each, tokens))) continue;
    const more = { tokens, growth: limit - tokens, isAnonymous };
    const full = own.filter((each) => !fits(each, more, limit));
    for (const each of full) each.isFull = true;
    if (full.length > 0) continue;
    if (!fits(whole, more, limit)) break;
    for (const each of all) each.held = withOneMore(each.held, more);
    admitted.push({ candidate, tokens, limit });
  }
  return admitted;
}

/** A balance or a budget, with what is held of it. */
interface Allowance {
  readonly left: number;
  held: Held;
}

type Addition = Pick<RoomCandidate, 'isAnonymous'> & { readonly tokens: number; readonly growth: number };

const shareOf = (left: number): number => Math.max(1, Math.floor(left * ANONYMOUS_SHARE));

const isBeyondShare = ({ left, held }: Allowance, tokens: number): boolean =>
  held.anonymousCount > 0 && held.anonymous + tokens > shareOf(left);

/** A turn always fits where nothing is reserved. */
const fits = ({ left, held }: Allowance, more: Addition, limit: number): boolean =>
  held.count === 0 || hasRoom(withOneMore(held, more), { balance: left, limit, share: shareOf(left) });

function sumUp(running: readonly RunningShare[]): Held {
  const held: Held = { count: 0, known: 0, anonymous: 0, anonymousCount: 0, growth: 0, growthSquared: 0 };
  for (const share of running) {
    held.count += share.count;
    if (share.isAnonymous) {
      held.anonymous += share.tokens;
      held.anonymousCount += share.count;
    } else held.known += share.tokens;
    held.growth += share.growth;
    held.growthSquared += share.growthSquared;
  }
  return held;
}

const withOneMore = (held: Held, { tokens, growth, isAnonymous }: Addition): Held => ({
  count: held.count + 1,
  known: held.known + (isAnonymous ? 0 : tokens),
  anonymous: held.anonymous + (isAnonymous ? tokens : 0),
  anonymousCount: held.anonymousCount + (isAnonymous ? 1 : 0),
  growth: held.growth + growth,
  growthSquared: held.growthSquared + growth ** 2,
});

/**
 * Reservations stay within the balance. What they are still expected to grow by may exceed it by one whole answer:
 * that is how far a balance may fall below zero when every twentieth answer uses its limit.
 */
function hasRoom(
  { known, anonymous, growth, growthSquared }: Held,
  { balance, limit, share }: { balance: number; limit: number; share: number },
): boolean {
  const reserved = known + Math.min(anonymous, share);
  const spread = Math.sqrt(LONG_ANSWERS * (1 - LONG_ANSWERS) * growthSquared);
  return reserved <= balance && reserved + LONG_ANSWERS * growth + CAUTION * spread <= balance + limit;
}

/** By arrival within an entrance; among entrances the one with the fewest turns under way is next. */
function inFairOrder(
  candidates: readonly RoomCandidate[],
  running: readonly RunningShare[],
): readonly RoomCandidate[] {
  const taken = new Map<string, number>();
  for (const { entrance, count } of running) taken.set(entrance, (taken.get(entrance) ?? 0) + count);
  const ranked = candidates.toSorted(byArrival).map((candidate) => {
    const rank = taken.get(candidate.entrance) ?? 0;
    taken.set(candidate.entrance, rank + 1);
    return { candidate, rank };
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank || byArrival(one.candidate, other.candidate))
    .map(({ candidate }) => candidate);
}

const byArrival = (one: RoomCandidate, other: RoomCandidate): number =>
  other.waitedMs - one.waitedMs || (one.holder < other.holder ? -1 : 1);
