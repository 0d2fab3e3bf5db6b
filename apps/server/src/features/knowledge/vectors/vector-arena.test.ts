import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVectorArena, dotAt, SLAB_FLOATS, strideOf } from './vector-arena.ts';

test.each([{ plain: false }, { plain: true }])(
  'slabs are handed out up to the limit and used again: %o',
  (options) => {
    const arena = createVectorArena(3 * SLAB_FLOATS * 4 + 5, options);
    expect([arena.allocate(), arena.allocate(), arena.allocate(), arena.allocate()]).toEqual([0, 1, 2, null]);
    expect(arena.usedBytes()).toBe(arena.capacityBytes);
    arena.free(1);
    expect(arena.usedBytes()).toBe(2 * SLAB_FLOATS * 4);
    expect([arena.allocate(), arena.allocate()]).toEqual([1, null]);
  },
);

test('what was written stays when memory grows', () => {
  const arena = createVectorArena(64 * SLAB_FLOATS * 4);
  const slab = arena.allocate() ?? -1;
  arena.view(slab).fill(3);
  for (let more = 0; more < 40; more += 1) arena.allocate();
  expect(arena.view(slab)[SLAB_FLOATS - 1]).toBe(3);
});

test('scores are the dot products, whatever the length and wherever the rows lie', () => {
  const number = fc.float({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 70 })
        .chain((dimensions) =>
          fc.tuple(
            fc.array(number, { minLength: dimensions, maxLength: dimensions }),
            fc.array(fc.array(number, { minLength: dimensions, maxLength: dimensions }), { maxLength: 9 }),
          ),
        ),
      fc.boolean(),
      ([query, rows], plain) => {
        const arena = createVectorArena(4 * SLAB_FLOATS * 4, { plain });
        const stride = strideOf(query.length);
        const cut = rows.length >> 1;
        const slabs = [rows.slice(0, cut), rows.slice(cut)].map((part) => {
          const slab = arena.allocate() ?? -1;
          const view = arena.view(slab).fill(0);
          for (const [index, row] of part.entries()) view.set(row, index * stride);
          return { slab, rows: part.length };
        });
        const out = new Float32Array(rows.length);
        arena.score(Float32Array.from(query), slabs, stride, out);
        for (const [index, row] of rows.entries())
          expect(out[index]).toBeCloseTo(dotAt(Float32Array.from(query), Float32Array.from(row), 0), 3);
      },
    ),
  );
});
