/** The top of an axis that holds `most`, whose half is a whole number too: 2, 4, 10, 20, 40, 100 … */
export function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return (
    [1, 2, 4, 10].map((factor) => factor * power).find((top) => top >= most && top % 2 === 0) ?? most * 2
  );
}
