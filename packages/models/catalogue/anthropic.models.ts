import type { CatalogueRow } from './catalogue-entry.ts';

/**
 * Input limit is the product's (160,000 tokens). The output limit is our choice: long enough for an answer in
 * a chat, short enough for a budget. Rates: list price in US dollars per million tokens × 10. The models of
 * version 5 (ids of @ai-sdk/anthropic 4.0.105) cost here what the newest of their size lists: their own prices weren't
 * at hand. They think unless told not to; `none` is the least that each of them takes.
 * JSON comes by a schema only (“Structured outputs” of Anthropic's documentation, `output_config.format`).
 */
const chat = {
  group: 'model',
  provider: 'anthropic',
  contextTokens: 160_000,
  outputTokens: 4096,
  abilities: { tools: true, vision: true, json: ['json_schema'] },
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
    name: 'Claude Opus 4.7',
    model: 'claude-opus-4-7',
    rates: { input: 50, output: 250 },
  },
  {
    ...chat,
    uuid: 'anthropic-claude-haiku-5-5',
    name: 'Claude Haiku 5.5 (new)',
    model: 'claude-haiku-5-5',
    rates: { input: 10, output: 50 },
    reasoning: 'none',
  },
  {
    ...chat,
    uuid: 'anthropic-claude-sonnet-5-5',
    name: 'Claude Sonnet 5.5 (new)',
    model: 'claude-sonnet-5-5',
    rates: { input: 30, output: 150 },
    reasoning: 'none',
  },
  {
    ...chat,
    uuid: 'anthropic-claude-opus-4-8',
    name: 'Claude Opus 4.8',
    model: 'claude-opus-4-8',
    rates: { input: 50, output: 250 },
  },
  {
    ...chat,
    uuid: 'anthropic-claude-opus-5-5',
    name: 'Claude Opus 5.5 (best)',
    model: 'claude-opus-5-5',
    rates: { input: 50, output: 250 },
    reasoning: 'none',
  },
] as const satisfies readonly CatalogueRow[];
