import type { CatalogueRow } from './catalogue-entry.ts';

/**
 * Input limit is the product's (160,000 tokens). The output limit is our choice: long enough for an answer in
 * a chat, short enough for a budget. Rates: list price in US dollars per million tokens × 10.
 */
const chat = {
  group: 'model',
  provider: 'anthropic',
  contextTokens: 160_000,
  outputTokens: 4096,
  abilities: { tools: true, vision: true },
} as const;

export const anthropicModels = [
  {
    ...chat,
    uuid: 'anthropic-claude-haiku-4-5',
    name: 'Claude Haiku 4.5 (fast)',
    model: 'claude-haiku-4-5',
    rates: { input: 10, output: 50 },
  },
  {
    ...chat,
    uuid: 'anthropic-claude-sonnet-4-6',
    name: 'Claude Sonnet 4.6',
    model: 'claude-sonnet-4-6',
    rates: { input: 30, output: 150 },
  },
  {
    ...chat,
    uuid: 'anthropic-claude-opus-4-7',
    name: 'Claude Opus 4.7 (best)',
    model: 'claude-opus-4-7',
    rates: { input: 50, output: 250 },
  },
] as const satisfies readonly CatalogueRow[];
