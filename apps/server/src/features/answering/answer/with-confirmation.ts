import type { ToolCall } from '@hanasu/contract/chat';
import type { CustomerLanguage } from '@hanasu/contract/customer-words/customer-words';
import type { ToolId } from '@hanasu/contract/ids';
import { CALL_STARTED } from '@hanasu/contract/tool-confirmations';
import type { AnswerTool, ToolOutcome } from '@hanasu/models/gateway/answer-tool';
import { stableJson } from '@hanasu/models/gateway/check-tool-input';
import { createLinkPolicy, type LinkPolicy } from '@hanasu/models/guard/link-hosts';
import { FORM_BEGUN, FORM_LINKED } from '@hanasu/models/prompts/answer';
import { confirmationTexts, type SettledConfirmation, type SettledConfirmations } from '../../bots/public.ts';
import type { Answer, AnswerDependencies, AnswerListener, AskedCall, FormStart, Question } from './answer.ts';
import { languageOf, plainAnswer, silenceOf } from './fallback-answer.ts';

/** What the customer is told at the end of an answer: of a call that waits for consent, or of a form that begins. */
export interface PendingConfirmation {
  /** Null: neither. */
  text: string | null;
  form: FormStart | null;
  /** Stored with the answer; null where there is no conversation to store it in. */
  call: AskedCall | null;
}

export interface ConfirmationRules extends SettledConfirmations {
  readonly language: CustomerLanguage;
  readonly links: LinkPolicy;
  readonly pending: PendingConfirmation;
  /** Called before a call is made. */
  readonly onRun: () => void;
}

/** More calls of one conversation than this don't wait for staff. */
const MOST_WAITING = 5;

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const YES = new Set(
  ['yes', 'y', 'yes please', 'ok', 'okay', 'sure', 'confirm', 'i confirm', 'go ahead', 'please do']
    .concat(
      [
        'はい',
        'ええ',
        'お願いします',
        'はいお願いします',
        '実行してください',
        '確認しました',
        'おねがいします',
      ],
      ['có', 'vâng', 'dạ', 'dạ có', 'vâng ạ', 'đồng ý', 'tôi đồng ý', 'xác nhận', 'được', 'ok ạ'],
    )
    .map(lettersOf),
);

/** Whether a message is consent and nothing else: read here, never by a model. */
export const isConsent = (text: string): boolean => YES.has(lettersOf(text));

type Said = Pick<Question, 'text' | 'history'>;

/** Whether the customer consents to what this very question asked: it was put to them last. */
export function consentsTo({ text, history }: Said, question: string): boolean {
  const last = history.at(-1);
  return last?.role === 'assistant' && last.text.includes(question) && isConsent(text);
}

/**
 * The same tools; those that change something outside don't run by themselves where the owner wants consent to each
 * call, or when nothing of the arguments comes from the customer. What waits for consent is proposed in `pending`; what
 * has run for this turn gives its result.
 */
export function withConfirmation(
  tools: readonly AnswerTool[],
  question: Pick<Question, 'text' | 'history' | 'conversationId'>,
  rules: ConfirmationRules,
): AnswerTool[] {
  return tools.map((tool) => {
    if (!tool.changes) return tool;
    return {
      ...tool,
      async execute(input, options): Promise<ToolOutcome> {
        const known = rules.ended.find((one) => isSameCall(tool, input, one));
        if (known && HAS_RESULT.has(known.state)) return outcomeOf(known);
        const isWaiting = rules.waiting.some((one) => isSameCall(tool, input, one));
        if (isWaiting) return { kind: 'failed', reason: 'awaiting_approval', detail: tool.name };
        if (tool.changes === 'unasked' && isFromCustomer(input, question)) {
          rules.onRun();
          return tool.execute(input, options);
        }
        return propose(tool, input, { question, rules });
      },
    };
  });
}

/** The same tools; what is said of a form that one of them begins is the server's, in `pending`. */
export function withForms(
  tools: readonly AnswerTool[],
  {
    question: { accountId, bot, conversationId, draft, text, history },
    startForm,
    language,
    pending,
  }: Pick<ConfirmationRules, 'language' | 'pending'> &
    Pick<AnswerDependencies, 'startForm'> & { readonly question: Question },
): AnswerTool[] {
  const said = [...history.filter(({ role }) => role === 'user').map((turn) => turn.text), text];
  return tools.map((tool) => {
    const { formId } = tool;
    if (!formId || !startForm) return tool;
    return {
      ...tool,
      async execute(input, options): Promise<ToolOutcome> {
        const called = await tool.execute(input, options);
        if (called.kind === 'failed') return called;
        const failed = (reason: string): ToolOutcome => ({ kind: 'failed', reason, detail: tool.name });
        // One thing is asked at a time.
        if (pending.text !== null) return failed('needs_confirmation');
        const form = await startForm({
          ...{ accountId, formId, said, language },
          conversationId: conversationId ?? null,
          isTest: draft ?? false,
          values: { ...(input as Record<string, unknown>) },
          tone: bot.settings.tone,
        });
        if (!form) return failed('form_not_open');
        if (pending.text !== null) return failed('needs_confirmation');
        pending.text = form.text;
        pending.form = form;
        const { filled, refused } = form;
        const next = form.kind === 'begun' ? FORM_BEGUN : FORM_LINKED;
        return { kind: 'done', output: { filled, refused, next } };
      },
    };
  });
}

const HAS_RESULT = new Set<SettledConfirmation['state']>(['done', 'failed', 'unknown']);

const isSameCall = (
  tool: AnswerTool,
  input: unknown,
  { toolId, toolName, input: other }: SettledConfirmation,
): boolean => tool.uuid === toolId && tool.name === toolName && stableJson(input) === stableJson(other);

const outcomeOf = ({ state, reason, output, toolName }: SettledConfirmation): ToolOutcome =>
  state === 'done' ? { kind: 'done', output } : { kind: 'failed', reason: reason ?? state, detail: toolName };

function propose(
  tool: AnswerTool,
  input: unknown,
  {
    question: { conversationId },
    rules: { language, links, pending, waiting },
  }: { readonly question: Pick<Question, 'conversationId'>; readonly rules: ConfirmationRules },
): ToolOutcome {
  const confirmer = tool.changes === 'staff' ? 'staff' : 'customer';
  const refused = { kind: 'failed', reason: 'needs_confirmation', detail: tool.name } as const;
  if (pending.text !== null) return refused;
  if (confirmer === 'staff' && waiting.length >= MOST_WAITING) return refused;
  const call = { name: tool.name, input };
  if (!conversationId || !tool.source) {
    pending.text = confirmationTexts.unaskable(language, call, links);
    return refused;
  }
  const words =
    confirmer === 'staff' ? confirmationTexts.approvalNotice : confirmationTexts.confirmationQuestion;
  pending.text = words(language, call, links);
  const { uuid, version, remote } = tool.source;
  pending.call = {
    ...{ toolId: uuid as ToolId, toolVersion: version, toolName: tool.name, remote },
    ...{ input, question: pending.text, confirmer },
  };
  return refused;
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');

/** A call without arguments says nothing of where it comes from, and is not from the customer. */
function isFromCustomer(input: unknown, { text, history }: Said): boolean {
  const turns = history.filter(({ role }) => role === 'user').map((turn) => turn.text);
  const words = plain([...turns, text].join('\n'));
  return valuesOf(input).some((value) => value.length > 0 && words.includes(plain(value)));
}

function valuesOf(input: unknown): string[] {
  if (typeof input === 'string' || typeof input === 'number') return [String(input)];
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(valuesOf) : [];
}

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

/** Makes the calls that the customer's message consents to, and gathers what the customer has still to be informed of. */
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
  // Of a call that was only started there is no result for a model to put into a sentence.
  const done = ended.filter(({ state, reason }) => state === 'done' && reason !== CALL_STARTED);
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
