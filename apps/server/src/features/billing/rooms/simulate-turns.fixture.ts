import { AccountId, BudgetId } from '@hanasu/contract/ids';
import {
  type AccountRoom,
  type Admitted,
  allotGrowth,
  allotRoom,
  estimateCost,
  GROWTH_SHARE,
  type RoomCandidate,
  type RunningShare,
} from './allot-room.ts';

export interface Burst {
  readonly seed: number;
  /** Of the account, in tokens; or of its budget. */
  readonly balance: number;
  /** A budget of the account is what runs out, and its balance does not. */
  readonly isBudget?: boolean;
  /** What an answer may cost at most. */
  readonly limit: number;
  readonly turns: number;
  /** What an answer that is not long costs at most. */
  readonly usualCost: number;
  readonly longShare: number;
  /** Answers of the bot before these. */
  readonly answersBefore: number;
  readonly ticksOfAnswer: number;
}

export interface BurstResult {
  readonly answered: number;
  readonly unpaid: number;
  readonly lowest: number;
  readonly balance: number;
  readonly reserved: number;
  /** Answers that ended early because the balance was used up. */
  readonly cut: number;
}

interface Running extends Admitted {
  cost: number;
  used: number;
  held: number;
  age: number;
}

const NO_PAYER = { botId: null, apiKeyId: null };
const ACCOUNT = AccountId.parse('00000000-0000-7000-8000-000000000001');

/** All at once, with a balance that is settled when an answer ends; time passes in ticks. */
export function simulateTurns(burst: Burst): BurstResult {
  const random = createRandom(burst.seed);
  const estimate = estimateCost(burst.limit, { answers: burst.answersBefore, percentile: burst.usualCost });
  const costs = costsOf(burst, random);
  let waiting: RoomCandidate[] = costs.map((_, index) => ({
    accountId: ACCOUNT,
    holder: String(index).padStart(6, '0'),
    entrance: 'line',
    isAnonymous: false,
    ...NO_PAYER,
    estimate,
    limit: burst.limit,
    waitedMs: 0,
  }));
  let running: Running[] = [];
  let { balance } = burst;
  let lowest = balance;
  let answered = 0;
  let cut = 0;
  while ((waiting.length > 0 && balance > 0) || running.length > 0) {
    const admitted = allotRoom(balance > 0 ? waiting : [], roomOf({ ...burst, balance }, running));
    if (admitted.length === 0 && running.length === 0) throw new Error('nobody starts although nobody runs');
    running.push(...admitted.map((one) => begin(one, costs[Number(one.candidate.holder)] ?? 0)));
    const started = new Set(admitted.map(({ candidate }) => candidate.holder));
    waiting = waiting.filter(({ holder }) => !started.has(holder));
    for (const one of running) cut += grow(one, running, { ...burst, balance }, random()) ? 0 : 1;
    const ended = running.filter(({ age }) => age >= burst.ticksOfAnswer);
    running = running.filter(({ age }) => age < burst.ticksOfAnswer);
    for (const { cost } of ended) balance -= cost;
    answered += ended.length;
    lowest = Math.min(lowest, balance);
  }
  return { answered, unpaid: waiting.length, lowest, balance, reserved: sum(running), cut };
}

const BUDGET = BudgetId.parse('00000000-0000-7000-8000-000000000002');

function roomOf({ balance, isBudget = false }: Burst, running: readonly Running[]): AccountRoom {
  const shares = sharesOf(running);
  if (!isBudget) return { balance, running: shares };
  const budget = {
    ...NO_PAYER,
    id: BUDGET,
    action: 'pause',
    left: balance,
    isReached: false,
    running: shares,
  } as const;
  return { balance: Number.MAX_SAFE_INTEGER, running: shares, budgets: [budget] };
}

const sum = (running: readonly Running[]): number => running.reduce((total, { held }) => total + held, 0);

const begin = (one: Admitted, wanted: number): Running => ({
  ...one,
  cost: Math.min(wanted, one.limit),
  held: one.tokens,
  used: 0,
  age: 0,
});

/** As the product does it: by a part of the limit beyond what has been used, asked for piece by piece. */
function grow(one: Running, running: readonly Running[], burst: Burst, random: number): boolean {
  const { ticksOfAnswer } = burst;
  one.age += random < 0.8 ? 1 : 0;
  const until = Math.min(1, one.age / ticksOfAnswer) * one.cost;
  const piece = one.limit / 40;
  while (one.used < until) {
    const used = Math.min(until, one.used + piece);
    const to = Math.min(one.limit, used + one.limit * GROWTH_SHARE);
    const wanted = { ...NO_PAYER, id: one.candidate.holder, from: one.held, to, limit: one.limit };
    if (used > one.held) {
      const [grown] = allotGrowth([wanted], roomOf(burst, running));
      if (grown !== 'grown') {
        one.cost = one.used;
        one.age = ticksOfAnswer;
        return false;
      }
      one.held = to;
    }
    one.used = used;
  }
  return true;
}

function costsOf({ turns, usualCost, limit, longShare }: Burst, random: () => number): number[] {
  const long = Math.round(turns * longShare);
  const costs = Array.from({ length: turns }, (_, index) =>
    index < long ? limit : Math.max(1, Math.ceil(usualCost * (0.3 + 0.7 * random()))),
  );
  return costs
    .map((cost) => ({ cost, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ cost }) => cost);
}

const sharesOf = (running: readonly Running[]): RunningShare[] => {
  if (running.length === 0) return [];
  const growth = running.map(({ limit, held }) => Math.max(0, limit - held));
  return [
    {
      entrance: 'line',
      isAnonymous: false,
      count: running.length,
      tokens: sum(running),
      growth: growth.reduce((total, one) => total + one, 0),
      growthSquared: growth.reduce((total, one) => total + one ** 2, 0),
    },
  ];
};

/** Mulberry32: repeatable, so that a burst that fails can be run again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
