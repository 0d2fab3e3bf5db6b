import type { BotSettings } from '@hanasu/contract/bots';
import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { CustomerLanguage } from '@hanasu/contract/customer-words/customer-words';
import { customerLanguage, customerWords, shopName } from '@hanasu/contract/customer-words/customer-words';
import { fillVariables } from '@hanasu/contract/fill-variables';
import { clearLanguage } from '@hanasu/models/builtin/detect-language';
import { homeLanguage } from '../automations/public.ts';

interface GreetingBot {
  readonly greeting: string | null;
  readonly variables: BotSettings['variables'] | null;
  readonly tone: string | null;
}

/** Who is greeted: a group that has invited the account, or somebody who has come to it. */
interface Greeted {
  readonly as: 'group' | 'friend' | 'follower' | 'visitor';
  /** Of their profile. */
  readonly language: string | null;
}

type GreetingRules = Pick<ChannelSettings, 'greeting' | 'language'> & { readonly timeZone?: string };

/**
 * The greeting in the language of who has come: what the channel or the bot says in it, or else our own words. Empty:
 * none is sent.
 */
export function greetingOf(rules: GreetingRules, bot: GreetingBot, { as, language: known }: Greeted): string {
  const { greeting } = rules;
  if (greeting.from === 'none') return '';
  const variables = bot.variables ?? [];
  const ofBot = bot.greeting?.trim() ?? '';
  const language = greetingLanguage(rules, known, ofBot);
  const usual = customerWords(language, bot.tone).greetings[as](shopName(variables));
  if (as === 'group') return usual;
  const own = greeting.texts?.[language]?.trim() || greeting.text.trim();
  // A bot has one greeting: who is known to speak another language gets ours.
  const isTold = rules.language !== 'auto' || customerLanguage(known) !== null;
  const isForThem = !isTold || (clearLanguage(ofBot) ?? language) === language;
  const said = greeting.from === 'own' ? own : isForThem ? ofBot : '';
  return said === '' ? usual : fillVariables(said, variables).trim();
}

const greetingLanguage = (rules: GreetingRules, known: string | null, ofBot: string): CustomerLanguage =>
  rules.language === 'auto'
    ? (customerLanguage(known) ?? homeLanguage(rules) ?? clearLanguage(ofBot) ?? 'en')
    : rules.language;
