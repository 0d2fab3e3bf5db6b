import type { JSONSchema7 } from 'json-schema';
import { describe, expect, test } from 'vitest';
import { checkToolInput, stableJson } from './check-tool-input.ts';

const schema: JSONSchema7 = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 5 },
    size: { enum: ['S', 'M'] },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    price: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    note: { type: ['string', 'null'] },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('input of a call', () => {
  test.each([
    [{ name: 'a', size: 'M', count: 3, price: 2, tags: ['x'], note: null }, null],
    [{}, 'input.name is missing'],
    [[], 'input must be object'],
    [{ name: 5 }, 'input.name must be string'],
    [{ name: '' }, 'input.name is too short'],
    [{ name: 'abcdef' }, 'input.name is too long'],
    [{ name: 'a', size: 'L' }, 'input.size must be one of ["S","M"]'],
    [{ name: 'a', count: 1.5 }, 'input.count must be integer'],
    [{ name: 'a', count: 10 }, 'input.count is too large'],
    [{ name: 'a', tags: ['x', 1] }, 'input.tags[1] must be string'],
    [{ name: 'a', tags: ['x', 'y', 'z'] }, 'input.tags has too many items'],
    [{ name: 'a', other: 1 }, 'input.other is not allowed'],
    [JSON.parse('{"name":"a","__proto__":1}'), 'input.__proto__ is not allowed'],
    [{ name: 'a', constructor: 1 }, 'input.constructor is not allowed'],
  ])('%j: %s', (input, problem) => {
    expect(checkToolInput(schema, input)).toBe(problem);
  });

  test('a schema that refers to itself or has an evil pattern is harmless', () => {
    const evil: JSONSchema7 = {
      type: 'object',
      properties: { a: { $ref: '#' }, b: { type: 'string', pattern: '(a+)+$' } },
    };
    expect(checkToolInput(evil, { a: { a: {} }, b: `${'a'.repeat(50)}!` })).toBeNull();
  });
});

test('the same value is the same text, whatever the order', () => {
  expect(stableJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(stableJson({ a: null, b: [{ c: 2, d: 1 }] }));
  expect(stableJson({ a: 1 })).not.toBe(stableJson({ a: '1' }));
});
