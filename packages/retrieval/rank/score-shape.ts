/** Ranks that chance usually fills: above them stand the right answers, below them it is far from the top. */
const FROM = 4;
const TO = 50;
/** Above this many steps a score is sure anyway: the rest counts by its logarithm. */
const SURE = 6;

/**
 * How far each score of a ranked list stands out, in steps of chance; the list's last (or 50th) is 0. Scores of wrong
 * passages thin out exponentially towards the top, whatever made them, so the pace at which they do is the unit: the
 * best of fifty wrong ones stands about 4 steps up. Scores must fall.
 */
export function prominence(scores: readonly number[]): number[] {
  const last = Math.min(TO, scores.length) - 1;
  const floor = scores[last] ?? 0;
  const step = paceOf(scores, last);
  return scores.map((score) => {
    const steps = step > 0 ? (score - floor) / step : 0;
    return steps > SURE ? SURE + Math.log1p(steps - SURE) : Math.max(0, steps);
  });
}

/** The exponential distribution's mean that explains the scores between the best few and the last. */
function paceOf(scores: readonly number[], last: number): number {
  const floor = scores[last] ?? 0;
  const first = Math.min(FROM, last >> 1);
  let above = 0;
  let expected = 0;
  let harmonic = 0;
  for (let rank = last - 1; rank >= first; rank--) {
    harmonic += 1 / (rank + 2);
    above += (scores[rank] ?? 0) - floor;
    expected += harmonic;
  }
  return expected > 0 ? above / expected : 0;
}
