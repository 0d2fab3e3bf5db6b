import type { ToolCall } from '@hanasu/contract/chat';
import { stableJson } from '@hanasu/models/gateway/check-tool-input';
import { createLinkPolicy, type LinkPolicy } from '@hanasu/models/guard/link-hosts';
import { confirmationTexts, type SettledConfirmation, type SettledConfirmations } from '../../bots/public.ts';
import type { Answer, AnswerDependencies, AnswerListener, Question } from './answer.ts';
import { languageOf, plainAnswer, silenceOf } from './fallback-answer.ts';
import { consentsTo, isConsent } from './with-confirmation.ts';

/** What became of calls that waited for consent, on its way into an answer. */
export interface SettledUsage extends SettledConfirmations {
  /** Said by the server, before anything that a model says; empty: nothing. */
  readonly said: string;
  /** Said when no model puts the results into words. */
  readonly done: string;
  /** For the model. */
  readonly note: string;
  /** There is nothing for a model to add. */
  readonly isEnough: boolean;
  readonly toolCalls: readonly ToolCall[];
}

const NOTHING: SettledUsage = {
  ...{ waiting: [], ended: [], said: '', done: '', note: '', isEnough: false, toolCalls: [] },
};

/** Makes the calls that the customer's message consents to, and gathers what the customer has still to hear. */
export async function settleUsage(
  dependencies: AnswerDependencies,
  question: Question,
  listener: AnswerListener,
): Promise<SettledUsage> {
  const { settleConfirmations, linkHosts } = dependencies;
  const { accountId, bot, conversationId, isReport = false, text } = question;
  const mayBeOpen = bot.hasTools || isReport || isConsent(text);
  const isSilent = !question.draft && silenceOf(bot) !== null;
  if (!settleConfirmations || !conversationId || !mayBeOpen || isSilent) return NOTHING;
  const settled = await settleConfirmations({
    accountId,
    conversationId,
    isConsent: isReport ? null : (asked) => consentsTo(question, asked),
    onRun: () => listener.onToolStart?.(),
  });
  if (settled.ended.length === 0) return { ...NOTHING, waiting: settled.waiting };
  const links = createLinkPolicy(await linkHosts(accountId, bot));
  const toolCalls = settled.ended.flatMap(toolCallOf);
  for (const call of toolCalls) listener.onTool(call);
  return { ...settled, ...wordsOf(question, settled.ended, links), toolCalls };
}

function wordsOf(
  question: Question,
  ended: readonly SettledConfirmation[],
  links: LinkPolicy,
): Pick<SettledUsage, 'said' | 'done' | 'note' | 'isEnough'> {
  const language = languageOf(question);
  const textOf = (rows: readonly SettledConfirmation[]): string =>
    rows.flatMap((row) => confirmationTexts.outcomeText(language, row, links) ?? []).join('\n\n');
  const done = ended.filter(({ state }) => state === 'done');
  const isAnswered = ended.some(({ confirmer, state }) => confirmer === 'customer' && state !== 'declined');
  return {
    said: textOf(ended.filter((row) => !done.includes(row))),
    done: textOf(done),
    note: ended.flatMap((row) => confirmationTexts.outcomeNote(row) ?? []).join('\n'),
    isEnough: done.length === 0 && (question.isReport === true || isAnswered),
  };
}

const toolCallOf = (settled: SettledConfirmation): ToolCall[] =>
  settled.state === 'done' || settled.state === 'failed' || settled.state === 'unknown'
    ? [
        {
          id: settled.id,
          toolUuid: settled.toolId,
          name: settled.toolName,
          input: settled.input,
          output: settled.output,
          error: settled.state === 'done' ? null : (settled.reason ?? settled.state),
          milliseconds: settled.milliseconds,
        },
      ]
    : [];

/** The answer with what the server says of the calls; `answer` null: that is all of it. */
export function withSettled(settled: SettledUsage, answer: Answer | null, startedAt: number): Answer {
  const { ended, said, done, toolCalls } = settled;
  const reason = reasonOf(ended);
  const plain = plainAnswer(reason ? 'handed_over' : 'answered', {
    text: '',
    startedAt,
    ruling: {
      wantsPerson: reason !== null,
    },
  });
  // A model that finds nothing to say, or can't be asked, doesn't undo what was done.
  const isLost = answer === null || (done !== '' && answer.outcome !== 'answered' && !answer.asks);
  const base = answer && !isLost ? answer : { ...plain, usage: answer?.usage ?? plain.usage };
  const text = [said, isLost ? done : base.text].filter((part) => part !== '').join('\n\n');
  return {
    ...base,
    text,
    toolCalls: [...toolCalls, ...(answer?.toolCalls ?? []).filter((call) => !isRepeated(call, toolCalls))],
    serviceUuid: answer?.serviceUuid ?? null,
    reports: ended.map(({ id }) => id),
    wantsPerson: base.wantsPerson || reason !== null,
    ...(reason && { waitingReason: reason }),
  };
}

/** A model that makes a call again was given the result of the first. */
const isRepeated = (call: ToolCall, made: readonly ToolCall[]): boolean =>
  made.some(({ name, input }) => name === call.name && stableJson(input) === stableJson(call.input));

/** Why a person is wanted for what became of calls. */
function reasonOf(ended: readonly SettledConfirmation[]): Answer['waitingReason'] | null {
  if (ended.some(({ state }) => state === 'unknown')) return 'tool_unclear';
  if (ended.some(({ state }) => state === 'failed')) return 'tool_failed';
  return ended.some(({ state, confirmer }) => state === 'expired' && confirmer === 'staff')
    ? 'tool_approval'
    : null;
}
