import type { LinkPolicy } from '@hanasu/models/guard/link-hosts';
import {
  createLeakDetector,
  createOutgoingGuard,
  type Protected,
  weightOfText,
} from '@hanasu/models/guard/outgoing-guard';
import type { Context } from './build-context.ts';

export interface AnswerGuardRules {
  readonly links: LinkPolicy;
  readonly secrets: readonly string[];
  readonly confidential: Context['confidential'];
}

/** What a model says on its way to a customer. */
export interface AnswerGuard {
  push(text: string): string;
  end(): string;
  /** It repeated instructions or a key; nothing of that was given out, and nothing more is. */
  readonly hasLeaked: boolean;
}

/** So many letters of instructions in a row are no coincidence; facts of a few words may be said as they are written. */
const MOST_OF_INSTRUCTIONS = 160;
const LEAST_OF_INSTRUCTIONS = 60;
const MOST_OF_RULES = 60;
const SHARE = 0.8;

export function createAnswerGuard({ links, secrets, confidential }: AnswerGuardRules): AnswerGuard {
  const leaks = createLeakDetector(protectedTexts(secrets, confidential));
  const outgoing = createOutgoingGuard(links);
  return {
    push: (text) => outgoing.push(leaks.push(text)),
    end: () => (leaks.hasLeaked ? outgoing.end() : outgoing.push(leaks.end()) + outgoing.end()),
    get hasLeaked() {
      return leaks.hasLeaked;
    },
  };
}

function protectedTexts(secrets: readonly string[], { own, rules }: Context['confidential']): Protected[] {
  const ofOwn = Math.max(LEAST_OF_INSTRUCTIONS, Math.min(MOST_OF_INSTRUCTIONS, weightOfText(own) * SHARE));
  return [
    { text: own, most: ofOwn },
    { text: rules, most: MOST_OF_RULES },
    // From one to the other, for instructions that are too short by themselves.
    { text: `${own}\n\n${rules}`, most: Math.min(MOST_OF_INSTRUCTIONS, weightOfText(own) + MOST_OF_RULES) },
    ...secrets.map((text) => ({ text, most: weightOfText(text) * SHARE })),
  ];
}
