/**
 * A provider's vector with length 1. Throws for a wrong number of values, values that are none, and a vector without
 * direction: stored, each of them would spoil every search of its base.
 */
export function unitVector(values: ArrayLike<number>, dimensions: number | null): Float32Array {
  if (values.length === 0 || (dimensions !== null && values.length !== dimensions))
    throw new RangeError(`a vector of ${values.length} values, ${dimensions ?? 'some'} were asked for`);
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += (values[index] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) throw new RangeError('a vector that is not made of numbers');
  return Float32Array.from(values, (value) => value / length);
}
