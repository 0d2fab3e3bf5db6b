import { endianness } from 'node:os';

/** Stored vectors are little-endian, as the memory of nearly every machine is. */
const IS_LITTLE = endianness() === 'LE';

/** The bytes that are stored of a vector. */
export function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.slice().buffer);
  return IS_LITTLE ? bytes : bytes.swap32();
}

/** The numbers of a stored vector. */
export function toFloats(data: Buffer): Float32Array {
  const floats = new Float32Array(data.length >> 2);
  copyFloats(data, floats, 0);
  return floats;
}

/** Puts the numbers of a stored vector into others from a place on. */
export function copyFloats(data: Buffer, into: Float32Array, at: number): void {
  const bytes = Buffer.from(into.buffer, into.byteOffset + at * 4, data.length);
  data.copy(bytes);
  if (!IS_LITTLE) bytes.swap32();
}
