import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { AnswerOutcome, Citation, Timing, ToolCall, Usage } from '@hanasu/contract/chat';
import type { CustomerLanguage } from '@hanasu/contract/customer-words/customer-words';
import type { AccountId, BotId, ConversationId, FormId, ToolConfirmationId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AnswerTimeouts, ChatTurn, JsonFormat } from '@hanasu/models/gateway/answer-request';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ModelAccess, SettledMoney } from '../../billing/public.ts';
import type {
  BotRow,
  confirmations,
  FindCurated,
  FindLinkHosts,
  SettleConfirmations,
} from '../../bots/public.ts';
import type { FoundPassage, KnowledgeSearch } from '../../knowledge/public.ts';

/** What was sent along with a question: a picture for models that see, or the text of a document. */
export type Attachment =
  | { readonly kind: 'image'; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'document'; readonly name: string; readonly text: string };

/**
 * Who hears of a question that stays without an answer, so that no answer promises more. `channel`: staff do. `inbox`:
 * only where the bot can't answer at all, or is asked for a person. Nobody otherwise: a test, or a caller of the API.
 */
export type StaffBehind = 'channel' | 'inbox' | 'nobody';

export interface Question {
  readonly accountId: AccountId;
  readonly bot: BotRow;
  readonly text: string;
  /** Oldest first, without the question. */
  readonly history: readonly ChatTurn[];
  /** Prepaid tokens that this answer may cost; 0: none are left. */
  readonly grantedTokens: number;
  /** Other answers hold the balance, and have for too long. */
  readonly isBusy?: boolean;
  /** A budget is used up, and wants this. `builtin`: the bot has the built-in model, which answers for nothing. */
  readonly budget?: 'builtin' | 'pause';
  /** Is given what the answer has cost so far, about. */
  readonly onCost?: (tokens: number) => void;
  /** It begins with a model that takes no tokens: they are asked for when one that does is asked after all. */
  readonly claimTokens?: () => Promise<ClaimedTokens>;
  readonly signal: AbortSignal;
  /** The customer's language when the question doesn't tell. */
  readonly languageHint: string | null;
  /** The language of our own words on its channel, whatever the customer writes in. */
  readonly channelLanguage?: CustomerLanguage | null;
  readonly staff?: StaffBehind;
  readonly attachments?: readonly Attachment[];
  /** What the calling program adds behind the bot's own instructions. */
  readonly programContext?: string;
  /** The calling program reads JSON; absent: a text. */
  readonly json?: JsonFormat;
  /** Asked by somebody who edits the bot: answered even when it is paused or was never published. */
  readonly draft?: boolean;
  /** Where calls that wait for consent are stored; absent: nowhere, so they can't wait. */
  readonly conversationId?: ConversationId;
  /** Key of the question. Stays the same when it is answered again after a crash; absent: it never is. */
  readonly turnKey?: string;
  /** Nothing new was asked: the customer hears what became of a call that waited for consent. */
  readonly isReport?: boolean;
}

/** A question for which no tokens were set aside yet. */
export type RoomlessQuestion = Omit<
  Question,
  'grantedTokens' | 'isBusy' | 'budget' | 'onCost' | 'claimTokens'
>;

export type ClaimedTokens = Pick<Question, 'grantedTokens' | 'isBusy' | 'budget' | 'onCost' | 'signal'>;

/** A call that waits for consent, as it is stored with the answer that asks for it. */
export type AskedCall = Omit<confirmations.NewConfirmation, 'accountId' | 'conversationId' | 'id' | 'botId'>;

/** A form that a call of the model begins with the answer. None of its words are a model's. */
export interface FormStart {
  /** `linked`: it can't be asked here, so its page is shown. */
  readonly kind: 'begun' | 'linked';
  /** Said at the end of the answer. */
  readonly text: string;
  readonly quickReplies: readonly QuickReply[];
  /** Kept with the message. */
  readonly data: Record<string, unknown>;
  /** Keys of fields that were filled in, and why others were not: for the model. */
  readonly filled: readonly string[];
  readonly refused: Readonly<Record<string, string>>;
  /** Part of the transaction that stores the answer; null: nothing begins here. */
  readonly store: ((transaction: AccountTransaction, handling: Handling) => Promise<void>) | null;
}

/** Null: the form takes no submissions now. */
export type StartForm = (call: {
  readonly accountId: AccountId;
  readonly formId: FormId;
  /** Null: there is none, as with callers of the API. */
  readonly conversationId: ConversationId | null;
  readonly isTest: boolean;
  /** By the key of the field. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What the customer has written. */
  readonly said: readonly string[];
  readonly language: CustomerLanguage;
  readonly tone: string;
}) => Promise<FormStart | null>;

export interface Answer {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage;
  readonly outcome: AnswerOutcome;
  /**
   * `text` is the JSON that was asked for. `cut`: it ends at the output limit. `withheld`: before something that must
   * not come out. Absent: the text is none.
   */
  readonly json?: 'whole' | 'cut' | 'withheld';
  /** The provider does not take the schema of the JSON. */
  readonly isFormatRefused?: boolean;
  readonly timing: Timing;
  /** The model that answered and is charged for; null: none was called. */
  readonly serviceUuid: string | null;
  /** Of a call with a key of the account itself, to be settled with the answer. */
  readonly money?: SettledMoney;
  /** The conversation should wait for a person. */
  readonly wantsPerson: boolean;
  /** Its text also says that staff will look at what the bot could not read or answer. */
  readonly promisesStaff?: boolean;
  /**
   * Some of the questions are not answered. `text`: without what is said of those; `alone`: without their words either.
   * `isRestShops`: the shop has written what is said of them.
   */
  readonly answeredPart?: { readonly text: string; readonly alone: string; readonly isRestShops: boolean };
  /** The text is not a model's. `isShops`: the shop has written it; otherwise these are our words. */
  readonly saidInstead?: { readonly kind: 'not_found' | 'unable' | 'handed_over'; readonly isShops: boolean };
  /** Why, where the outcome doesn't say. */
  readonly waitingReason?:
    | 'tool_approval'
    | 'tool_unclear'
    | 'tool_failed'
    | 'key_refused'
    | 'key_budget'
    | 'prompt_too_long';
  readonly asks?: AskedCall;
  readonly starts?: FormStart;
  /** Calls that it tells the end of. */
  readonly reports?: readonly ToolConfirmationId[];
}

/** What can be shown while the answer is made; an answer that comes as a whole is only returned. */
export interface AnswerListener {
  /** `confidence`: of the best passage for the question that is answered the worst; null: none was looked for. */
  onPassages(passages: readonly Citation[], confidence: number | null): void;
  onText(text: string): void;
  /** A call of a tool has ended. */
  onTool(call: ToolCall): void;
  /** A call that changes something outside is about to be made. */
  onToolStart?(): void;
}

export interface AnswerDependencies {
  readonly models: ModelAccess;
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
  readonly tools?: (
    accountId: AccountId,
    botId: BotId,
    asked: Pick<Question, 'conversationId' | 'turnKey'>,
  ) => Promise<readonly AnswerTool[]>;
  /** Calls that wait for consent; absent: none can. */
  readonly settleConfirmations?: SettleConfirmations;
  /** What comes of a call that begins a form; absent: none can. */
  readonly startForm?: StartForm;
  /** For logs. */
  readonly onToolFailure?: (failure: { tool: string; reason: string; detail: string }) => void;
  readonly now: () => Date;
}

/** What a tool has found out needs no document, nor what no model has said. */
export const answerConfidence = (answer: Answer, found: number | null): number | null =>
  answer.toolCalls.length > 0 || answer.serviceUuid === null ? null : found;
