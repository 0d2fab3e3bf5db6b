import type { BotConfig } from '@hanasu/contract/bots';
import { fillVariables } from '@hanasu/contract/fill-variables';
import { hostsIn } from '@hanasu/models/guard/link-hosts';

export type OwnTexts = Pick<BotConfig, 'instructions' | 'greeting' | 'noAnswerReply' | 'settings'>;

/** Hosts that the owner has named in the bot's own texts. */
export function hostsOfSettings({ instructions, greeting, noAnswerReply, settings }: OwnTexts): string[] {
  const { variables, suggestedQuestions, businessHours } = settings;
  const texts = [
    instructions,
    greeting,
    noAnswerReply,
    ...variables.map(({ value }) => value),
    ...suggestedQuestions,
    businessHours?.closedReply ?? '',
    // An address may be put together from variables.
    fillVariables(instructions, variables),
  ];
  return hostsIn(texts.join('\n'));
}
