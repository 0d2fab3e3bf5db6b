import { JSON_FORMS } from '@hanasu/contract/model-keys';
import type { CatalogueRow } from './catalogue-entry.ts';

/**
 * Input limit is the product's (204,800 tokens). The output limit is our choice; it leaves room for the little
 * thinking that the Pro models can't turn off. Rates: list price in US dollars per million tokens × 10. Gemini 3.5
 * Flash-Lite and 3.8 Flash (ids of @ai-sdk/google 4.0.121) cost here what 3.1 Flash-Lite and 3 Flash list: their own
 * prices weren't at hand. Models since 3.7 think at least `low`. Before Gemini 3 the API
 * refuses `application/json` beside functions; the adapter asks for a schema by a function of its own there.
 */
const chat = {
  group: 'model',
  provider: 'google',
  contextTokens: 204_800,
  outputTokens: 8192,
  abilities: { tools: true, vision: true, json: JSON_FORMS, jsonWithTools: ['json_schema'] },
} as const;

export const googleModels = [
  {
    ...chat,
    uuid: 'google-gemini-2.5-flash-lite',
    name: 'Gemini 2.5 Flash-Lite (cheapest)',
    model: 'gemini-2.5-flash-lite',
    rates: { input: 1, output: 4 },
    reasoning: 'none',
  },
  {
    ...chat,
    uuid: 'google-gemini-2.5-flash',
    name: 'Gemini 2.5 Flash (fast)',
    model: 'gemini-2.5-flash',
    rates: { input: 3, output: 25 },
    reasoning: 'none',
  },
  {
    ...chat,
    uuid: 'google-gemini-2.5-pro',
    name: 'Gemini 2.5 Pro',
    model: 'gemini-2.5-pro',
    rates: { input: 12.5, output: 100 },
    reasoning: 'minimal',
  },
  {
    ...chat,
    uuid: 'google-gemini-3.5-flash-lite',
    name: 'Gemini 3.5 Flash-Lite (fast)',
    model: 'gemini-3.5-flash-lite',
    rates: { input: 2.5, output: 15 },
    reasoning: 'minimal',
  },
  {
    ...chat,
    uuid: 'google-gemini-3.8-flash',
    name: 'Gemini 3.8 Flash (new)',
    model: 'gemini-3.8-flash',
    rates: { input: 5, output: 30 },
    reasoning: 'low',
  },
  {
    ...chat,
    uuid: 'google-gemini-3.1-pro',
    name: 'Gemini 3.1 Pro (preview)',
    model: 'gemini-3.1-pro-preview',
    rates: { input: 20, output: 120 },
    reasoning: 'low',
  },
  {
    group: 'image-model',
    provider: 'google',
    uuid: 'google-gemini-2.5-flash-image',
    name: 'Gemini 2.5 Flash Image',
    model: 'gemini-2.5-flash-image',
    contextTokens: 32_768,
    outputTokens: 8192,
    rates: { input: 3, output: 300 },
    abilities: { tools: false, vision: true },
  },
] as const satisfies readonly CatalogueRow[];
