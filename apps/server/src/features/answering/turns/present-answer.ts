import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { MessageOptions } from '@hanasu/channels/spec/outgoing';
import { isOpen } from '@hanasu/contract/open-hours';
import { presentAnswer as presentOnChannel } from '../../automations/public.ts';
import { confirmationTexts } from '../../bots/public.ts';
import type { Answer, AnswerDependencies } from '../answer/answer.ts';
import { withRestOf } from '../answer/fallback-answer.ts';
import { saidOnce } from '../answer/staff-promise.ts';
import { wantsPerson } from './complete-turns.ts';
import type { ReadyTurn } from './prepare-turn.ts';

/** An answer as its channel says it. */
export interface PresentedAnswer {
  readonly answer: Answer;
  readonly look: MessageOptions;
  readonly isUnsure: boolean;
  readonly afterFailures: number | null;
  readonly saysOutOfOffice: boolean;
  /** The customer waits for staff and knows: it is not said again. */
  readonly isSilent: boolean;
}

export function presentAnswer(
  { now }: Pick<AnswerDependencies, 'now'>,
  turn: ReadyTurn,
  {
    answer,
    confidence,
    capabilities,
  }: {
    readonly answer: Answer;
    readonly confidence: number | null;
    readonly capabilities: ChannelManifest['capabilities'];
  },
): PresentedAnswer {
  const at = now();
  const { saidInstead } = answer;
  const { note, look, isUnsure, settings, words } = presentOnChannel(
    turn.onChannel,
    {
      botName: turn.bot.name,
      // Nobody wants more of the same under “I cannot answer that”.
      suggestedQuestions: isAnswered(answer) ? turn.bot.settings.suggestedQuestions : [],
      tone: turn.bot.settings.tone,
      isUnanswered:
        answer.answeredPart !== undefined ||
        (saidInstead !== undefined && saidInstead.kind !== 'handed_over'),
      wantsPerson: wantsPerson(answer, true),
      confidence,
    },
    capabilities,
    at,
  );
  const { promisedAt } = turn;
  const once = saidOnce(answer, { promisedAt, now: at, received: words.received });
  const { asks, starts, text } = answer;
  const quickReplies =
    asks?.confirmer === 'customer' ? confirmationTexts.consentReplies(text) : (starts?.quickReplies ?? []);
  return {
    answer: once.isRepeated || note === null ? once.answer : withNote(turn, answer, { note, at }),
    // A question that waits for its answer is no moment for other offers.
    look: quickReplies.length > 0 && capabilities.quickReplies ? { ...look, quickReplies } : look,
    isUnsure,
    afterFailures: settings.handover.afterFailures,
    saysOutOfOffice: note !== null && !once.isRepeated,
    isSilent: once.isSilent,
  };
}

const isAnswered = ({ outcome }: Answer): boolean => outcome === 'answered' || outcome === 'curated';

/** "One moment, please" is no word for when nobody is there; when the bot knows that itself, its words stay alone. */
function withNote(
  turn: ReadyTurn,
  answer: Answer,
  { note, at }: { readonly note: string; readonly at: Date },
): Answer {
  const { saidInstead, answeredPart } = answer;
  if (answeredPart && !answeredPart.isRestShops)
    return { ...answer, text: withRestOf(answeredPart.text, note) };
  const isOurs = saidInstead && (saidInstead.kind === 'handed_over' || !saidInstead.isShops);
  if (!isOurs) return { ...answer, text: `${answer.text}\n\n${note}` };
  const hours = turn.bot.settings.businessHours;
  const isSaid = saidInstead.kind === 'handed_over' && hours !== null && !isOpen(hours, at);
  return isSaid ? answer : { ...answer, text: note };
}
