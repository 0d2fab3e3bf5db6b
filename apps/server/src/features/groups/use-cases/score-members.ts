import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeSearch } from '../../knowledge/public.ts';
import type { ScoredCandidate } from '../domain/decide.ts';
import type { GroupCandidate } from '../domain/group-plan.ts';
import { scoreWording } from '../domain/score-wording.ts';

export interface ScoreDependencies {
  /** How well each base could answer, 0..1. */
  readonly confidences: (
    search: Pick<KnowledgeSearch, 'accountId' | 'knowledgeIds' | 'query'>,
  ) => Promise<ReadonlyMap<KnowledgeId, number>>;
}

/**
 * Scores members for a question, best first: by what is written about them and by what they know. Either is enough,
 * both are better. The same question gives the same scores.
 */
export async function scoreMembers(
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
