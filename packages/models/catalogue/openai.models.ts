import type { CatalogueRow } from './catalogue-entry.ts';

/**
 * Limits are the product's (GPT-3.5 output 4,000; GPT-4o mini 131,072 in and 4,096 out; other GPT models
 * 131,072 in and 2,048 out). GPT-3.5's input is its 16,385 token window less the output.
 * Rates: list price in US dollars per million tokens × 10, so the cheapest model of the catalogue is 1.
 */
const LARGE = { contextTokens: 131_072, outputTokens: 2048 } as const;
const abilities = { tools: true, vision: true } as const;
const chat = { group: 'model', provider: 'openai' } as const;
const image = {
  group: 'image-model',
  provider: 'openai',
  contextTokens: 32_000,
  outputTokens: 8192,
} as const;

export const openaiModels = [
  {
    ...chat,
    uuid: 'openai-gpt-4o-mini',
    name: 'GPT-4o mini (fast)',
    model: 'gpt-4o-mini',
    contextTokens: 131_072,
    outputTokens: 4096,
    rates: { input: 1.5, output: 6 },
    abilities,
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'openai-gpt-4.1-mini',
    name: 'GPT-4.1 mini (fast)',
    model: 'gpt-4.1-mini',
    rates: { input: 4, output: 16 },
    abilities,
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'openai-gpt-4.1',
    name: 'GPT-4.1',
    model: 'gpt-4.1',
    rates: { input: 20, output: 80 },
    abilities,
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'openai-gpt-4o',
    name: 'GPT-4o',
    model: 'gpt-4o',
    rates: { input: 25, output: 100 },
    abilities,
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'openai-gpt-5.4-mini',
    name: 'GPT-5.4 mini (new)',
    model: 'gpt-5.4-mini',
    rates: { input: 7.5, output: 45 },
    abilities,
    reasoning: 'none',
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'openai-gpt-5.4',
    name: 'GPT-5.4 (best)',
    model: 'gpt-5.4',
    rates: { input: 25, output: 150 },
    abilities,
    reasoning: 'none',
  },
  {
    ...chat,
    uuid: 'openai-gpt-3.5-turbo',
    name: 'GPT-3.5 Turbo (old)',
    model: 'gpt-3.5-turbo',
    contextTokens: 12_385,
    outputTokens: 4000,
    rates: { input: 5, output: 15 },
    abilities: { tools: true, vision: false },
  },
  {
    ...image,
    uuid: 'openai-gpt-image-1-mini',
    name: 'GPT Image 1 mini (fast)',
    model: 'gpt-image-1-mini',
    rates: { input: 20, output: 80 },
    abilities: { tools: false, vision: true },
  },
  {
    ...image,
    uuid: 'openai-gpt-image-1',
    name: 'GPT Image 1',
    model: 'gpt-image-1',
    rates: { input: 50, output: 400 },
    abilities: { tools: false, vision: true },
  },
] as const satisfies readonly CatalogueRow[];
