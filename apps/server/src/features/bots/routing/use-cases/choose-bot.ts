import type { GroupChoice } from '@hanasu/contract/groups';
import type { AccountId, BotId, ConversationId, GroupId, KnowledgeId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { KnowledgeSearch } from '../../../knowledge/public.ts';
import {
  CLEAR,
  type Decision,
  decideByScore,
  type ScoredCandidate,
  stillThere,
  withoutEvidence,
} from '../domain/decide.ts';
import type { GroupCandidate, GroupPlan } from '../domain/group-plan.ts';
import { findRule, ruleQuestion } from '../domain/match-rule.ts';
import { modelQuestion } from '../domain/model-question.ts';
import { scoreWording } from '../domain/score-wording.ts';
import { findPlan } from '../groups.store.ts';
import { type AskDependencies, askModel } from './ask-model.ts';

export interface GroupRouterDependencies extends AskDependencies, ScoreDependencies {}

export interface GroupQuestion {
  readonly accountId: AccountId;
  readonly groupId: GroupId;
  readonly text: string;
  /** Oldest first, without the question. */
  readonly history: readonly ChatTurn[];
  /** Who answered last in this conversation. */
  readonly previousBotId: BotId | null;
  /** For the ledger, when a model chooses. */
  readonly conversationId?: ConversationId;
}

/** `none`: no bot of the group can answer now; a person should. */
export type GroupOutcome =
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
    const plan = await dependencies.database.account(question.accountId, (transaction) =>
      findPlan(transaction, question.groupId),
    );
    if (!plan) return { kind: 'not-found' };
    const { botId, ...chosen } = await decide(dependencies, plan, question);
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
    const why: GroupChoice = { ...NO_CHOICE, router: plan.router, ...chosen, botUuid: botId, milliseconds };
    return botId ? { kind: 'chosen', botId, why } : { kind: 'none', why };
  },
});

const NO_CHOICE = { detour: null, rule: null, candidates: [], tokens: 0 } satisfies Partial<GroupChoice>;

type Chosen = Decision & Partial<Pick<GroupChoice, 'detour' | 'rule' | 'candidates' | 'tokens'>>;

async function decide(
  dependencies: GroupRouterDependencies,
  plan: GroupPlan,
  question: GroupQuestion,
): Promise<Chosen> {
  const [first, ...others] = plan.members;
  const previous = stillThere(plan, question.previousBotId);
  if (!first) return withoutEvidence(plan, previous);
  const isAlone = others.length === 0 && (plan.fallbackBotId ?? first.botId) === first.botId;
  if (isAlone) return { botId: first.botId, reason: 'only' };
  if (plan.router === 'rules') return byRules(plan, question, previous);
  if (plan.router === 'model') return byModel(dependencies, plan, question, previous);
  return bySimilarity(dependencies, plan, question, previous);
}

/** A rule that says something about the question decides; `otherwise` doesn't end a conversation that goes on. */
function byRules(plan: GroupPlan, { text, history }: GroupQuestion, previous: BotId | null): Chosen {
  const matched = findRule(plan, ruleQuestion(text, earlierOf(history)));
  if (!matched || (previous && matched.rule.kind === 'otherwise')) return withoutEvidence(plan, previous);
  const { botId, position, rule } = matched;
  return { botId, reason: 'rule', rule: { botUuid: botId, position, rule } };
}

async function byModel(
  dependencies: GroupRouterDependencies,
  plan: GroupPlan,
  question: GroupQuestion,
  previous: BotId | null,
): Promise<Chosen> {
  const { number, detour, tokens } = await askModel(dependencies, {
    accountId: question.accountId,
    serviceUuid: plan.serviceUuid,
    conversationId: question.conversationId ?? null,
    question: modelQuestion(plan, question, previous),
    members: plan.members.length,
  });
  if (number === null) {
    return { ...(await bySimilarity(dependencies, plan, question, previous)), detour, tokens };
  }
  const named = plan.members[number - 1];
  if (!named) return { ...withoutEvidence(plan, previous), tokens };
  return { botId: named.botId, reason: named.botId === previous ? 'kept' : 'model', tokens };
}

async function bySimilarity(
  dependencies: GroupRouterDependencies,
  plan: GroupPlan,
  { accountId, text, history }: GroupQuestion,
  previous: BotId | null,
): Promise<Chosen> {
  const score = (query: string) => scoreMembers(dependencies, accountId, plan.members, query);
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
  accountId: AccountId,
  members: readonly GroupCandidate[],
  query: string,
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
