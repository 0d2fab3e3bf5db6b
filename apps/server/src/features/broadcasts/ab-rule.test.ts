import { expect, test } from 'vitest';
import { chancesOf, ruleWinner } from './ab-rule.ts';

const near = (chances: readonly number[] | null) => chances?.map((chance) => Number(chance.toFixed(3)));

test('the chance to be the best is that of two Beta curves', () => {
  // Without a reaction on either side the chances are equal.
  expect(
    near(
      chancesOf([
        { tested: 100, reacted: 0 },
        { tested: 100, reacted: 0 },
      ]),
    ),
  ).toEqual([0.5, 0.5]);
  // P(B > A) for A ~ Beta(a, b), B ~ Beta(c, d): the sum of B(a + i, b + d) / ((d + i) · B(1 + i, d) · B(a, b)), i < c,
  // written out for A ~ Beta(11, 91), B ~ Beta(21, 81).
  const [worse = 0, better = 0] =
    chancesOf([
      { tested: 100, reacted: 10 },
      { tested: 100, reacted: 20 },
    ]) ?? [];
  expect(better).toBeCloseTo(exactly([11, 91], [21, 81]), 4);
  expect(worse + better).toBeCloseTo(1, 6);
});

/** Evan Miller's closed form of P(B > A). */
function exactly([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
  const logs = [0, 0];
  for (let n = 2; n < 400; n += 1) logs.push((logs[n - 1] ?? 0) + Math.log(n - 1));
  const logGamma = (n: number) => logs[n] ?? Number.NaN;
  const logBeta = (x: number, y: number) => logGamma(x) + logGamma(y) - logGamma(x + y);
  let sum = 0;
  for (let i = 0; i < c; i += 1)
    sum += Math.exp(logBeta(a + i, b + d) - Math.log(d + i) - logBeta(1 + i, d) - logBeta(a, b));
  return sum;
}

test('computes chances for many people and rates far apart', () => {
  expect(
    near(
      chancesOf([
        { tested: 1_000_000, reacted: 100 },
        { tested: 1_000_000, reacted: 500_000 },
        { tested: 100, reacted: 99 },
      ]),
    ),
  ).toEqual([0, 0, 1]);
});

test('wins by the rule only who is surely better, and only with enough people in each', () => {
  const won = (...pairs: readonly (readonly [number, number])[]) =>
    ruleWinner(pairs.map(([tested, reacted]) => ({ tested, reacted })));
  expect(won([100, 5], [100, 20], [100, 6])).toEqual({ variant: 1, by: 'rule' });
  expect(won([200, 20], [200, 24])).toEqual({ variant: 0, by: 'no_difference' });
  expect(won([99, 0], [5_000, 4_000])).toEqual({ variant: 0, by: 'no_difference' });
});
