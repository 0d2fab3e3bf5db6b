import type { BotSettings } from '@hanasu/contract/bots';
import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import { fillVariables } from '@hanasu/contract/fill-variables';

export interface GreetingBot {
  readonly greeting: string | null;
  readonly variables: BotSettings['variables'] | null;
}

/** What a new friend hears; empty: nothing. */
export function greetingOf({ greeting }: Pick<ChannelSettings, 'greeting'>, bot: GreetingBot): string {
  if (greeting.from === 'none') return '';
  const text = greeting.from === 'own' ? greeting.text : (bot.greeting ?? '');
  return fillVariables(text, bot.variables ?? []).trim();
}
