import type { GroupChoice, MODEL_DETOURS } from '@hanasu/contract/groups';
import type {
  AccountId,
  BotId,
  ConversationId,
  CustomerId,
  GroupId,
  KnowledgeId,
  SegmentId,
} from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import { chooseAssistantPrompt, type TaskPrompt } from '@hanasu/models/prompts/tasks';
import type { Database } from '../../../platform/database/database.ts';
import type { ModelAccess } from '../../billing/public.ts';
import { type CompletionDependencies, runBilledCompletion } from '../../billing/public.ts';
import type { SavedSegments } from '../../contacts/public.ts';
import type { KnowledgeSearch } from '../../knowledge/public.ts';
import {
  CLEAR,
  type Decision,
  decideByScore,
  findRule,
  ruleQuestion,
  type ScoredCandidate,
  scoreWording,
  stillThere,
  withoutEvidence,
} from './decide.ts';
import type { GroupCandidate, GroupPlan } from './group-plan.ts';
import { findPlan } from './groups.store.ts';

interface GroupRouterDependencies extends AskDependencies, ScoreDependencies {
  readonly segments: Pick<SavedSegments, 'holding'>;
}

interface GroupQuestion {
  readonly accountId: AccountId;
  readonly groupId: GroupId;
  readonly text: string;
  /** Oldest first, without the question. */
  readonly history: readonly ChatTurn[];
  /** Who answered last in this conversation. */
  readonly previousBotId: BotId | null;
  /** Whose customer rules about segments ask for; for the ledger, when a model chooses. */
  readonly conversationId?: ConversationId;
  /** Who asks, where there is no conversation. */
  readonly customerId?: CustomerId | null;
}

/** `none`: no bot of the group can answer now; a person should. */
type GroupOutcome =
  | { readonly kind: 'chosen'; readonly botId: BotId; readonly why: GroupChoice }
  | { readonly kind: 'none'; readonly why: GroupChoice }
  | { readonly kind: 'not-found' };

export interface BotGroupRouter {
  /** Chooses who answers. Call it outside of a transaction: it may search and ask a model. */
  choose(question: GroupQuestion): Promise<GroupOutcome>;
}

export const createGroupRouter = (dependencies: GroupRouterDependencies): BotGroupRouter => ({
  async choose(question) {
    const startedAt = performance.now();
    const { database, segments } = dependencies;
    const { plan, held } = await database.account(question.accountId, async (transaction) => {
      const found = await findPlan(transaction, question.groupId);
      const who = whoAsks(question);
      const ids = who && found ? segmentsOf(found) : [];
      return { plan: found, held: who ? await segments.holding(transaction, { ids, who }) : NO_SEGMENTS };
    });
    if (!plan) return { kind: 'not-found' };
    const { botId, ...chosen } = await decide(dependencies, plan, { ...question, held });
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
    const why: GroupChoice = { ...NO_CHOICE, router: plan.router, ...chosen, botUuid: botId, milliseconds };
    return botId ? { kind: 'chosen', botId, why } : { kind: 'none', why };
  },
});

const NO_SEGMENTS: ReadonlySet<SegmentId> = new Set();
interface AskedQuestion extends GroupQuestion {
  /** Segments that the customer is in, of those that rules ask for. */
  readonly held: ReadonlySet<SegmentId>;
}

const whoAsks = ({ customerId, conversationId }: GroupQuestion) => {
  if (customerId) return { customerId };
  return conversationId ? { conversationId } : null;
};

const segmentsOf = ({ router, members }: GroupPlan): SegmentId[] =>
  router === 'rules'
    ? members.flatMap(({ rules }) =>
        rules.flatMap((rule) => (rule.kind === 'segment' ? [rule.segmentUuid] : [])),
      )
    : [];

const NO_CHOICE = { detour: null, rule: null, candidates: [], tokens: 0 } satisfies Partial<GroupChoice>;

type Chosen = Decision & Partial<Pick<GroupChoice, 'detour' | 'rule' | 'candidates' | 'tokens'>>;

async function decide(
  dependencies: GroupRouterDependencies,
  plan: GroupPlan,
  question: AskedQuestion,
): Promise<Chosen> {
  const [first, ...others] = plan.members;
  const previous = stillThere(plan, question.previousBotId);
  if (!first) return withoutEvidence(plan, previous);
  const isAlone = others.length === 0 && (plan.fallbackBotId ?? first.botId) === first.botId;
  if (isAlone) return { botId: first.botId, reason: 'only' };
  if (plan.router === 'rules') return byRules(plan, question, previous);
  if (plan.router === 'model') return byModel(dependencies, { plan, question, previous });
  return bySimilarity(dependencies, { plan, question, previous });
}

/** A rule that says something about the question decides; `otherwise` doesn't end a conversation that goes on. */
function byRules(plan: GroupPlan, { text, history, held }: AskedQuestion, previous: BotId | null): Chosen {
  const matched = findRule(plan, ruleQuestion(text, earlierOf(history), held));
  if (!matched || (previous && matched.rule.kind === 'otherwise')) return withoutEvidence(plan, previous);
  const { botId, position, rule } = matched;
  return { botId, reason: 'rule', rule: { botUuid: botId, position, rule } };
}

async function byModel(
  dependencies: GroupRouterDependencies,
  {
    plan,
    question,
    previous,
  }: { readonly plan: GroupPlan; readonly question: GroupQuestion; readonly previous: BotId | null },
): Promise<Chosen> {
  const { number, detour, tokens } = await askModel(dependencies, {
    accountId: question.accountId,
    serviceUuid: plan.serviceUuid,
    conversationId: question.conversationId ?? null,
    question: modelQuestion(plan, question, previous),
    members: plan.members.length,
  });
  if (number === null) {
    return { ...(await bySimilarity(dependencies, { plan, question, previous })), detour, tokens };
  }
  const named = plan.members[number - 1];
  if (!named) return { ...withoutEvidence(plan, previous), tokens };
  return { botId: named.botId, reason: named.botId === previous ? 'kept' : 'model', tokens };
}

async function bySimilarity(
  dependencies: GroupRouterDependencies,
  {
    plan,
    question: { accountId, text, history },
    previous,
  }: { readonly plan: GroupPlan; readonly question: GroupQuestion; readonly previous: BotId | null },
): Promise<Chosen> {
  const score = (query: string) => scoreMembers(dependencies, { accountId, members: plan.members, query });
  let scored = await score(text);
  const earlier = earlierOf(history);
  // "And on Sundays?" says little by itself; nobody is there who could stay.
  if (!previous && earlier !== '' && (scored[0]?.score ?? 0) < CLEAR)
    scored = await score(`${earlier}\n${text}`);
  const candidates = scored.map(({ botId, words, ...rest }) => ({
    botUuid: botId,
    words: [...words],
    ...rest,
  }));
  return { ...decideByScore(plan, scored, previous), candidates };
}

const earlierOf = (history: readonly ChatTurn[]): string =>
  history.findLast(({ role }) => role === 'user')?.text ?? '';

interface ScoreDependencies {
  /** How well each base could answer, 0..1. */
  readonly confidences: (
    search: Pick<KnowledgeSearch, 'accountId' | 'knowledgeIds' | 'query'>,
  ) => Promise<ReadonlyMap<KnowledgeId, number>>;
}

/**
 * Scores members for a question, best first: by what is written about them and by what they know. Either is enough,
 * both are better. The same question gives the same scores.
 */
async function scoreMembers(
  { confidences }: ScoreDependencies,
  {
    accountId,
    members,
    query,
  }: { readonly accountId: AccountId; readonly members: readonly GroupCandidate[]; readonly query: string },
): Promise<ScoredCandidate[]> {
  const wording = scoreWording(
    query,
    members.map(({ name, whenToUse }) => `${name}\n${whenToUse}`),
  );
  const knowledgeIds = [...new Set(members.flatMap((member) => member.knowledgeIds))];
  const known = await confidences({ accountId, knowledgeIds, query });
  const scored = members.map(({ botId, name, knowledgeIds: own }, index): ScoredCandidate => {
    const said = wording[index] ?? { score: 0, words: [] };
    const knowledge = Math.max(0, ...own.map((id) => known.get(id) ?? 0));
    return {
      botId,
      name,
      score: round(1 - (1 - said.score) * (1 - knowledge)),
      wording: round(said.score),
      knowledge: round(knowledge),
      words: said.words,
    };
  });
  return scored.sort((one, other) => other.score - one.score);
}

const round = (score: number): number => Math.round(score * 1_000) / 1_000;

interface AskDependencies extends CompletionDependencies {
  readonly database: Database;
  readonly models: ModelAccess;
}

interface Asked {
  readonly accountId: AccountId;
  readonly serviceUuid: string | null;
  readonly conversationId: ConversationId | null;
  readonly question: TaskPrompt;
  /** How many assistants the number may name. */
  readonly members: number;
}

/** `number` from 1, 0 for none; null with the reason why there is none. Both with what the call cost. */
interface ModelChoice {
  readonly number: number | null;
  readonly detour: (typeof MODEL_DETOURS)[number] | null;
  readonly tokens: number;
}

/** A customer waits for an answer that has not even begun. */
const PATIENCE_MS = 3_000;
const TIMEOUTS = { firstTokenMs: PATIENCE_MS, idleMs: PATIENCE_MS, totalMs: PATIENCE_MS };
const OUTPUT_TOKENS = 16;
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 300;

/** Has a model choose by a number, once. */
async function askModel(dependencies: AskDependencies, asked: Asked): Promise<ModelChoice> {
  const { accountId, conversationId, serviceUuid, question } = asked;
  const entry = serviceUuid ? (await dependencies.models.of(accountId)).find(serviceUuid) : null;
  if (!entry || entry.provider === 'builtin') return none('unavailable', 0);
  const completion = await runBilledCompletion(dependencies, {
    ...{ accountId, conversationId, entry, prompt: question },
    maxOutputTokens: entry.reasoning ? THINKING_TOKENS : OUTPUT_TOKENS,
    timeouts: TIMEOUTS,
    urgency: 'turn',
  });
  if (completion.kind === 'answered') {
    const number = readNumber(completion.text, asked.members);
    if (number === null) return none('unclear', completion.tokens);
    return { number, detour: null, tokens: completion.tokens };
  }
  if (completion.kind === 'failed') {
    return none(completion.reason === 'timeout' ? 'timeout' : 'failed', completion.tokens);
  }
  return none(completion.kind === 'spent' ? 'no_tokens' : completion.kind, 0);
}

const none = (detour: NonNullable<ModelChoice['detour']>, tokens: number): ModelChoice => ({
  number: null,
  detour,
  tokens,
});

/** What the model is asked: a list of assistants, and for one number. */
function modelQuestion(
  { members }: GroupPlan,
  { text, history }: { readonly text: string; readonly history: readonly ChatTurn[] },
  previous: BotId | null,
): TaskPrompt {
  const before = members.findIndex(({ botId }) => botId === previous);
  return chooseAssistantPrompt({ assistants: members, previous: before, text, history });
}

/** The number in a model's reply, 0 for none; null when it isn't one of the list. */
export function readNumber(reply: string, members: number): number | null {
  const numbers = reply.slice(0, 200).match(/\d+/g) ?? [];
  const [number] = numbers;
  if (numbers.length !== 1 || number === undefined || number.length > 2) return null;
  return Number(number) <= members ? Number(number) : null;
}
