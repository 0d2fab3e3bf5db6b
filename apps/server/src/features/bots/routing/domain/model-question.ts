import type { BotId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import { chooseAssistantPrompt, type TaskPrompt } from '@hanasu/models/prompts/tasks';
import type { GroupPlan } from './group-plan.ts';

/** What the model is asked: a list of assistants, and for one number. */
export function modelQuestion(
  { members }: GroupPlan,
  { text, history }: { readonly text: string; readonly history: readonly ChatTurn[] },
  previous: BotId | null,
): TaskPrompt {
  const before = members.findIndex(({ botId }) => botId === previous);
  return chooseAssistantPrompt({ assistants: members, previous: before, text, history });
}

/** The number in a model's reply, 0 for none; null when it isn't one of the list. */
export function readNumber(reply: string, members: number): number | null {
  const numbers = reply.slice(0, 200).match(/\d+/g) ?? [];
  const [number] = numbers;
  if (numbers.length !== 1 || number === undefined || number.length > 2) return null;
  return Number(number) <= members ? Number(number) : null;
}
