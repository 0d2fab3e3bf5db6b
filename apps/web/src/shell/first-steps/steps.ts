import { createBot } from '@hanasu/contract/bots';
import { createSandboxChannel, getSimulator } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import type { FirstStepsView } from '@hanasu/contract/insights';
import { createKnowledge } from '@hanasu/contract/knowledge';
import type { LinkProps } from '@tanstack/react-router';

export const STEPS = ['knowledge', 'bot', 'tested', 'channel', 'answered'] as const;
export type Step = (typeof STEPS)[number];

/** What each step comes down to, and so who may take it. */
export const STEP_ENDPOINTS = {
  knowledge: createKnowledge,
  bot: createBot,
  tested: chat,
  channel: createSandboxChannel,
  answered: getSimulator,
} as const satisfies Record<Step, object>;

type Steps = FirstStepsView['steps'];

export const doneOf = (steps: Steps): number => STEPS.filter((step) => steps[step]).length;

/** The step after the furthest that is done: whoever skips one is not led back. Undefined: nothing is left to do. */
export function nextStep(steps: Steps): Step | undefined {
  if (steps.answered) return undefined;
  const furthest = STEPS.findLastIndex((step) => steps[step]);
  return STEPS.slice(furthest + 1).find((step) => !steps[step]);
}

type StepLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Where a step is taken, with what there is already. */
export function linkOf(step: Step, { bot, channel, document }: FirstStepsView): StepLink {
  if (step === 'knowledge') return { to: '/Knowledge/Add' };
  if (step === 'bot') {
    const knowledge = document?.knowledgeUuid;
    return { to: '/Bot', search: { create: true, ...(knowledge ? { knowledge } : {}) } };
  }
  if (step === 'tested') return bot ? { to: '/Bot/$id/Chat', params: { id: bot.uuid } } : { to: '/Bot' };
  if (step === 'channel') {
    return { to: '/Channel', search: { connect: 'sandbox', ...(bot ? { bot: bot.uuid } : {}) } };
  }
  if (!channel) return { to: '/Channel' };
  const params = { id: channel.uuid };
  return channel.sandbox
    ? { to: '/Channel/Instance/$id/simulator', params }
    : { to: '/Channel/Instance/$id', params };
}
