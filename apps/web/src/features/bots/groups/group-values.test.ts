import { describe, expect, it } from 'vitest';
import { moved, ruleOfKind } from './group-values.ts';

describe('moving', () => {
  it('takes one a place up or down and leaves the rest in order', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved([], 0, 1)).toEqual([]);
  });
});

describe('another kind of rule', () => {
  it('keeps the words where both kinds have words', () => {
    const before = { kind: 'contains', words: ['tea'] } as const;
    expect(ruleOfKind('starts', { ...before, words: [...before.words] })).toEqual({
      kind: 'starts',
      words: ['tea'],
    });
    expect(ruleOfKind('matches', { ...before, words: [...before.words] })).toEqual({
      kind: 'matches',
      pattern: '',
    });
    expect(ruleOfKind('contains', { kind: 'otherwise' })).toEqual({ kind: 'contains', words: [] });
  });
});
