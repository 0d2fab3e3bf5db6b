import type { JSONSchema7 } from 'json-schema';
import { expect, test } from 'vitest';
import { toProviderSchema } from './tool-schema.ts';

// What providers refuse is in their references of function calling (OpenAI, Anthropic, Gemini; 2026-11).
test.each([
  ['nothing but a type', { type: 'object' }, { type: 'object', properties: {} }],
  ['nothing at all', {}, { type: 'object', properties: {} }],
  [
    'a dialect and a closed object',
    { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', additionalProperties: false },
    { type: 'object', properties: {}, additionalProperties: false },
  ],
  [
    'a property without a type is text',
    { type: 'object', properties: { q: { description: 'what to look for' } } },
    { type: 'object', properties: { q: { description: 'what to look for', type: 'string' } } },
  ],
  [
    'a list without items',
    { type: 'object', properties: { tags: { type: 'array' } } },
    { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
  ],
  [
    'a required name that is no property',
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  ],
  [
    'references into its definitions',
    {
      type: 'object',
      properties: { at: { $ref: '#/$defs/Place~1Time' } },
      $defs: { 'Place/Time': { type: 'object', properties: { day: { type: 'string', format: 'date' } } } },
    },
    {
      type: 'object',
      properties: { at: { type: 'object', properties: { day: { type: 'string', format: 'date' } } } },
    },
  ],
  [
    'alternatives at the top',
    {
      anyOf: [
        {
          type: 'object',
          properties: { id: { type: 'string' }, kind: { type: 'string' } },
          required: ['id', 'kind'],
        },
        {
          type: 'object',
          properties: { name: { type: 'string' }, kind: { type: 'string' } },
          required: ['kind'],
        },
      ],
    },
    {
      type: 'object',
      properties: { id: { type: 'string' }, kind: { type: 'string' }, name: { type: 'string' } },
      required: ['kind'],
    },
  ],
  [
    'parts that all count',
    {
      allOf: [
        { properties: { a: { type: 'integer' } }, required: ['a'] },
        { properties: { b: { const: 'x' } } },
      ],
    },
    {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'string', enum: ['x'] } },
      required: ['a'],
    },
  ],
  [
    'values instead of types',
    {
      type: 'object',
      properties: { a: { enum: ['x', 'y'] }, b: true, c: false, d: { type: ['string', 'null'] } },
    },
    {
      type: 'object',
      properties: {
        a: { enum: ['x', 'y'], type: 'string' },
        b: { type: 'string' },
        d: { type: ['string', 'null'] },
      },
    },
  ],
  [
    'a tuple',
    { type: 'object', properties: { p: { type: 'array', items: [{ type: 'number' }, { type: 'string' }] } } },
    {
      type: 'object',
      properties: { p: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } } },
    },
  ],
] as [string, JSONSchema7, JSONSchema7][])('%s', (_, given, expected) => {
  expect(toProviderSchema(given)).toEqual(expected);
});

test('a schema that refers to itself ends', () => {
  const tree: JSONSchema7 = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#' } } },
  };
  expect(JSON.stringify(toProviderSchema(tree)).length).toBeLessThan(10_000);
});
