import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import type { FinishedPart } from '@hanasu/models/gateway/answer-part';
import type { Answer, AnswerDependencies } from './answer.ts';
import type { AnswerOutlet } from './answer-guard.ts';
import type { Asking, ModelOutput } from './asking.ts';
import { handoverReply, noAnswerReply, pictureUnread, withRestOf } from './fallback-answer.ts';
import type { PendingConfirmation } from './with-confirmation.ts';

/** What an answer is, once its model has ended. */
export type Verdict = Pick<
  Answer,
  | 'outcome'
  | 'text'
  | 'wantsPerson'
  | 'asks'
  | 'starts'
  | 'waitingReason'
  | 'saidInstead'
  | 'answeredPart'
  | 'promisesStaff'
  | 'json'
  | 'isFormatRefused'
>;

/** Instructions or a key would have come out: the rest of the answer is not said, and a person is wanted. */
export function withheld(
  { question, language }: Asking,
  { text, wantsPerson }: ModelOutput,
  show: (text: string) => void,
): Verdict {
  const instead = noAnswerReply(question, language, 'not_found');
  if (text.trim() === '') return { outcome: 'not_found', ...instead, wantsPerson };
  const said = `${text.trimEnd()}\n\n${instead.text}`;
  show(said.slice(text.trimEnd().length));
  return { outcome: 'not_found', text: said, wantsPerson };
}

/** Asks for consent, or begins a form, behind what was said before the call. */
export function withQuestion(
  { text: asked, call, form }: PendingConfirmation,
  { text, wantsPerson: isCalled }: ModelOutput,
  show: (text: string) => void,
): Verdict {
  const said = text.trim() === '' ? (asked ?? '') : `${text.trimEnd()}\n\n${asked}`;
  show(said.slice(text.trimEnd().length));
  const isForStaff = call?.confirmer === 'staff';
  const wantsPerson = isCalled || isForStaff;
  return {
    outcome: wantsPerson ? 'handed_over' : 'answered',
    text: said,
    wantsPerson,
    ...(call && { asks: call }),
    ...(form && { starts: form }),
    ...(isForStaff && { waitingReason: 'tool_approval' as const }),
  };
}

const clock = ({ now }: AnswerDependencies): Date => now();

export function failure(
  dependencies: AnswerDependencies,
  { question, language }: Asking,
  modelOutput: ModelOutput,
): Verdict {
  const { bot } = question;
  if (modelOutput.wantsPerson)
    return {
      outcome: 'handed_over',
      ...handoverReply(bot, language, clock(dependencies)),
      wantsPerson: true,
    };
  return { outcome: 'model_failed', ...noAnswerReply(question, language, 'unable'), wantsPerson: true };
}

export function judge(
  dependencies: AnswerDependencies,
  {
    asking: { question, language },
    modelOutput: { text, wantsPerson },
    finished: { outcome, saidNoAnswer },
  }: {
    readonly asking: Asking;
    readonly modelOutput: ModelOutput;
    readonly finished: FinishedPart & { saidNoAnswer: boolean };
  },
): Verdict {
  const { bot } = question;
  const isSilent = text.trim() === '';
  if (wantsPerson) {
    const said = isSilent ? handoverReply(bot, language, clock(dependencies)) : { text };
    return { outcome: 'handed_over', ...said, wantsPerson };
  }
  if (outcome === 'stopped') return { outcome, text, wantsPerson };
  // What a model says after its mark was held back was never read by anybody.
  if (outcome === 'not_found' || isSilent || (saidNoAnswer && bot.noAnswerReply.trim() !== ''))
    return { outcome: 'not_found', ...noAnswerReply(question, language, 'not_found'), wantsPerson };
  return { outcome: saidNoAnswer ? 'not_found' : 'answered', text, wantsPerson };
}

/** Says behind an answer to some of the questions what becomes of the others: a model has said itself that it does not know. */
export function withRest(
  verdict: Verdict,
  { question, language }: Asking,
  { isShownAtEnd, show }: { readonly isShownAtEnd: boolean; readonly show: (text: string) => void },
): Verdict {
  const { outcome, text } = verdict;
  if (outcome !== 'answered' || verdict.wantsPerson) return verdict;
  const isBehindChannel = question.staff === 'channel';
  const rest = noAnswerReply(question, language, 'not_found');
  // The built-in model ends with the words of those questions, as a paragraph.
  const alone = isShownAtEnd ? text.slice(0, text.lastIndexOf('\n\n')) : text;
  const answeredPart = { text, alone, isRestShops: rest.saidInstead.isShops };
  if (!isShownAtEnd && !isBehindChannel) return { ...verdict, answeredPart };
  const said = withRestOf(text, rest.text);
  show(said.slice(text.length));
  return { ...verdict, text: said, answeredPart, ...(isBehindChannel && { promisesStaff: true }) };
}

/** JSON goes out as it is or not at all: nothing is put before, behind or in place of a part of it. */
export function judgeJson(
  dependencies: AnswerDependencies,
  {
    asking,
    modelOutput: { text: shown, wantsPerson, ...modelOutput },
    outlet,
    finished,
    rest,
  }: {
    readonly asking: Asking;
    readonly modelOutput: ModelOutput;
    readonly outlet: AnswerOutlet;
    readonly finished: FinishedPart;
    readonly rest: string;
  },
): Verdict {
  const text = shown + rest;
  const instead = noAnswerReply(asking.question, asking.language, 'not_found');
  if (outlet.hasLeaked) {
    return shown === ''
      ? { outcome: 'not_found', ...instead, wantsPerson }
      : { outcome: 'not_found', text: shown, wantsPerson, json: 'withheld' };
  }
  if (finished.outcome === 'stopped') return { outcome: 'stopped', text, wantsPerson };
  const silent = { ...modelOutput, text: '', wantsPerson };
  if (asking.pending.text !== null) return withQuestion(asking.pending, silent, () => undefined);
  if (outlet.json === 'broken' && finished.finishReason !== 'length')
    return failure(dependencies, asking, silent);
  if (text.trim() === '') return { outcome: 'not_found', ...instead, wantsPerson };
  const outcome = wantsPerson ? 'handed_over' : 'answered';
  // A model declines in words.
  if (outlet.json === 'other') return { outcome, text, wantsPerson };
  return { outcome, text, wantsPerson, json: outlet.json === 'whole' ? 'whole' : 'cut' };
}

/** The built-in model reads no instructions, so it can't say itself that it doesn't see. */
export function withPictureNote(
  verdict: Verdict,
  { question, language }: Asking,
  entry: CatalogueEntry,
): Verdict {
  const hasPicture = question.attachments?.some(({ kind }) => kind === 'image') ?? false;
  if (!hasPicture || entry.provider !== 'builtin') return verdict;
  const { saidInstead: _, ...said } = verdict;
  return { ...said, text: `${verdict.text}\n\n${pictureUnread(language, question.bot.settings.tone)}` };
}
