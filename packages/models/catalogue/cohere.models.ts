import type { CatalogueRow } from './catalogue-entry.ts';

/**
 * Limits by docs.cohere.com/docs/models (Command A 256k in and 8k out, R7B 128k and 4k); the input leaves room for
 * the output. Rates: list price in US dollars per million tokens × 10, never below 1. Reasoning and Vision have no
 * public price and cost what Command A costs. Command A Vision takes no tools.
 */
const chat = { group: 'model', provider: 'cohere' } as const;
const LARGE = { contextTokens: 240_000, outputTokens: 4096, rates: { input: 25, output: 100 } } as const;

export const cohereModels = [
  {
    ...chat,
    uuid: 'cohere-command-r7b',
    name: 'Command R7B (fast)',
    model: 'command-r7b-12-2024',
    contextTokens: 122_880,
    outputTokens: 4000,
    rates: { input: 1, output: 1.5 },
    abilities: { tools: true, vision: false },
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'cohere-command-a',
    name: 'Command A',
    model: 'command-a-03-2025',
    abilities: { tools: true, vision: false },
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'cohere-command-a-reasoning',
    name: 'Command A Reasoning (thinks)',
    model: 'command-a-reasoning-08-2025',
    abilities: { tools: true, vision: false },
    reasoning: 'none',
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'cohere-command-a-vision',
    name: 'Command A Vision',
    model: 'command-a-vision-07-2025',
    contextTokens: 122_880,
    abilities: { tools: false, vision: true },
  },
] as const satisfies readonly CatalogueRow[];
