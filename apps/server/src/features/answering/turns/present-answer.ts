import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { MessageOptions } from '@hanasu/channels/spec/outgoing';
import type { CustomerWords } from '@hanasu/contract/customer-words/en';
import { isOpen } from '@hanasu/contract/open-hours';
import { presentAnswer as presentOnChannel } from '../../automations/public.ts';
import { confirmationTexts } from '../../bots/public.ts';
import type { Answer, AnswerDependencies } from '../answer/answer.ts';
import { wantsPerson } from './complete-turns.ts';
import type { ReadyTurn } from './prepare-turn.ts';

/** An answer as its channel says it. */
export interface PresentedAnswer {
  readonly answer: Answer;
  readonly look: MessageOptions;
  readonly isUnsure: boolean;
  readonly afterFailures: number | null;
  readonly tellsNobody: boolean;
  /** The customer waits for staff and knows: it is not said again. */
  readonly isSilent: boolean;
}

/** Who asks again after so long hears once more that staff will reply. */
const SAID_AGAIN_AFTER_MS = 3 * 60 * 60_000;

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
  const sinceTold = turn.promisedAt ? at.getTime() - turn.promisedAt.getTime() : null;
  const isToldAlready = saidInstead !== undefined && sinceTold !== null;
  const { note, look, isUnsure, settings, words } = presentOnChannel(
    turn.onChannel,
    {
      botName: turn.bot.name,
      suggestedQuestions: turn.bot.settings.suggestedQuestions,
      tone: turn.bot.settings.tone,
      isUnanswered: saidInstead !== undefined && saidInstead.kind !== 'handed_over',
      wantsPerson: wantsPerson(answer, true),
      confidence,
    },
    capabilities,
    at,
  );
  return {
    answer: isToldAlready
      ? reminded(answer, words)
      : note === null
        ? answer
        : withNote(turn, answer, { note, at }),
    // A question that waits for yes or no is no moment for other offers.
    look:
      answer.asks?.confirmer === 'customer' && capabilities.quickReplies
        ? { ...look, quickReplies: confirmationTexts.consentReplies(answer.text) }
        : look,
    isUnsure,
    afterFailures: settings.handover.afterFailures,
    tellsNobody: note !== null && !isToldAlready,
    isSilent: isToldAlready && sinceTold < SAID_AGAIN_AFTER_MS,
  };
}

const reminded = (answer: Answer, words: CustomerWords): Answer => ({ ...answer, text: words.received });

/** "One moment, please" is no word for when nobody is there; when the bot knows that itself, its words stay alone. */
function withNote(
  turn: ReadyTurn,
  answer: Answer,
  { note, at }: { readonly note: string; readonly at: Date },
): Answer {
  const { saidInstead } = answer;
  const isOurs = saidInstead && (saidInstead.kind === 'handed_over' || !saidInstead.isShops);
  if (!isOurs) return { ...answer, text: `${answer.text}\n\n${note}` };
  const hours = turn.bot.settings.businessHours;
  const isSaid = saidInstead.kind === 'handed_over' && hours !== null && !isOpen(hours, at);
  return isSaid ? answer : { ...answer, text: note };
}
