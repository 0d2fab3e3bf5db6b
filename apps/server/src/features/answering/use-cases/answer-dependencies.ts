import type { AccountId, BotId } from '@hanasu/contract/ids';
import type { AnswerTimeouts } from '@hanasu/models/gateway/answer-request';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { FindCurated, FindLinkHosts, SettleConfirmations } from '../../bots/public.ts';
import type { FoundPassage, KnowledgeSearch } from '../../knowledge/public.ts';

export interface AnswerDependencies {
  readonly models: ModelRegistry;
  readonly search: (search: KnowledgeSearch) => Promise<FoundPassage[]>;
  readonly timeouts: AnswerTimeouts;
  /** For logs: why a model failed. Never shown to customers. */
  readonly onModelFailure: (failure: { serviceUuid: string; reason: string; detail: string }) => void;
  /** Answers that a person has written; asked only for bots that have some. */
  readonly curated?: FindCurated;
  /** Hosts that links of a bot's answers may lead to. */
  readonly linkHosts: FindLinkHosts;
  /** Keys of this installation: an answer with one of them is withheld. */
  readonly secrets: readonly string[];
  /** The same of an account; absent: it has none. */
  readonly accountSecrets?: (accountId: AccountId) => Promise<readonly string[]>;
  /** What the bot's model may call; asked only for bots that have tools. */
  readonly tools?: (accountId: AccountId, botId: BotId) => Promise<readonly AnswerTool[]>;
  /** Calls that wait for consent; absent: none can. */
  readonly settleConfirmations?: SettleConfirmations;
  /** For logs. */
  readonly onToolFailure?: (failure: { tool: string; reason: string; detail: string }) => void;
  readonly now: () => Date;
}
