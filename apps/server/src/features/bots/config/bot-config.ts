import { isDeepStrictEqual } from 'node:util';
import {
  type BotConfig,
  type BotInput,
  type BotPatch,
  type BotSettings,
  type BotVariable,
  DEFAULT_BOT_SETTINGS,
} from '@hanasu/contract/bots';
import type { KnowledgeId } from '@hanasu/contract/ids';

/** What a bot's row says of its published and its edited self. */
export interface StoredBot {
  readonly name: string;
  readonly serviceUuid: string;
  readonly instructions: string;
  readonly greeting: string;
  readonly noAnswerReply: string;
  readonly answerOnlyFromKnowledge: boolean;
  readonly showSources: boolean;
  readonly knowledgeIds: readonly KnowledgeId[];
  /** As it was stored: what came later is absent. */
  readonly settings: Partial<BotSettings>;
  readonly draft: BotConfig | null;
  readonly draftKnowledgeIds: readonly KnowledgeId[];
  readonly version: number;
  readonly paused: boolean;
}

/** What answers. Meaningless while the version is 0. */
const liveConfig = (bot: StoredBot): BotConfig => ({
  name: bot.name,
  serviceUuid: bot.serviceUuid,
  instructions: bot.instructions,
  greeting: bot.greeting,
  noAnswerReply: bot.noAnswerReply,
  knowledgeUuids: [...bot.knowledgeIds],
  answerOnlyFromKnowledge: bot.answerOnlyFromKnowledge,
  showSources: bot.showSources,
  settings: { ...DEFAULT_BOT_SETTINGS, ...bot.settings },
});

/** What is being edited: the draft, or what answers when nothing was changed. */
export const editedConfig = (bot: StoredBot): BotConfig =>
  bot.draft
    ? {
        ...bot.draft,
        knowledgeUuids: [...bot.draftKnowledgeIds],
        settings: { ...DEFAULT_BOT_SETTINGS, ...bot.draft.settings },
      }
    : liveConfig(bot);

/** The draft to store: null when it is what answers already. */
export const draftOf = (bot: StoredBot, config: BotConfig): BotConfig | null =>
  bot.version > 0 && isDeepStrictEqual(config, liveConfig(bot)) ? null : config;

export function patchedConfig(
  config: BotConfig,
  { settings, knowledgeUuids, ...patch }: BotPatch,
): BotConfig {
  return storable({
    ...config,
    ...patch,
    knowledgeUuids: [...new Set(knowledgeUuids ?? config.knowledgeUuids)],
    settings: {
      ...config.settings,
      ...settings,
      ...(settings?.variables && {
        variables: withoutNewSamples(config.settings.variables, settings.variables),
      }),
    },
  });
}

/** A sample that got another value is none any more, and what the owner wrote is not made one. */
function withoutNewSamples(before: readonly BotVariable[], after: readonly BotVariable[]): BotVariable[] {
  const samples = new Map(before.filter(({ sample }) => sample).map(({ name, value }) => [name, value]));
  return after.map((variable) => {
    const { sample, ...rest } = variable;
    return sample !== true || samples.get(variable.name) === variable.value ? variable : rest;
  });
}

export const newConfig = ({ draft: _, settings, knowledgeUuids, ...input }: BotInput): BotConfig =>
  storable({
    ...input,
    knowledgeUuids: [...new Set(knowledgeUuids)],
    settings: { ...DEFAULT_BOT_SETTINGS, ...settings },
  });

/** Half of a surrogate pair is no character: Postgres refuses it within JSON. */
const storable = (config: BotConfig): BotConfig =>
  JSON.parse(
    JSON.stringify(config, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)),
  );

export function stateOf(bot: StoredBot): 'draft' | 'live' | 'changed' | 'paused' {
  if (bot.paused) return 'paused';
  if (bot.version === 0) return 'draft';
  return bot.draft ? 'changed' : 'live';
}
