import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDotKernel, moduleBytes, wasm } from './vector-arena.ts';

const OPCODES: Record<string, readonly number[]> = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  end: [0x0b],
  br: [0x0c],
  br_if: [0x0d],
  'local.get': [0x20],
  'local.set': [0x21],
  'local.tee': [0x22],
  'f32.store': [0x38, 0x02],
  'i32.const': [0x41],
  'i32.eqz': [0x45],
  'i32.lt_u': [0x49],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'f32.add': [0x92],
  'v128.load': [0xfd, 0x00, 0x04],
  'v128.const': [0xfd, 0x0c],
  'f32x4.extract_lane': [0xfd, 0x1f],
  'f32x4.add': [0xfd, 0xe4, 0x01],
  'f32x4.mul': [0xfd, 0xe6, 0x01],
};
const TYPES: Record<string, number> = { i32: 0x7f, v128: 0x7b };

/** Signed LEB128 of small numbers. */
function signed(value: number): number[] {
  if (value >= -64 && value < 64) return [value & 0x7f];
  return [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)];
}

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
const named = (text: string): number[] => sized([...Buffer.from(text)]);

/** Parameters and locals by name, and their types. */
function declarations(text: string, word: string): [name: string, type: number][] {
  const found = text.matchAll(new RegExp(`\\(${word} \\$(\\w+) (\\w+)\\)`, 'g'));
  return [...found].map(([, name = '', type = '']) => [name, TYPES[type] ?? 0]);
}

function instructions(lines: readonly string[], names: readonly string[]): number[] {
  const labels: string[] = [];
  return lines.flatMap((line) => {
    const [word = '', ...given] = line.split(' ');
    const opcode = OPCODES[word];
    if (!opcode) throw new Error(`unknown instruction: ${line}`);
    const [operand = ''] = given;
    if (word === 'block' || word === 'loop') labels.push(operand);
    if (word === 'end') labels.pop();
    if (word.startsWith('br')) return [...opcode, labels.length - 1 - labels.lastIndexOf(operand)];
    if (word.startsWith('local')) return [...opcode, names.indexOf(operand.slice(1))];
    if (word === 'v128.const') return [...opcode, ...new Array<number>(16).fill(0)];
    if (word === 'i32.const') return [...opcode, ...signed(Number(operand))];
    if (word.endsWith('.load') || word.endsWith('.store'))
      return [...opcode, ...unsigned(Number(operand.replace('offset=', '')))];
    if (word.endsWith('lane')) return [...opcode, Number(operand)];
    return [...opcode];
  });
}

/** Just as much of an assembler as the kernel's text needs. */
function assemble(text: string): Buffer {
  const parameters = declarations(text, 'param');
  const locals = declarations(text, 'local');
  const groups = Map.groupBy(locals, ([, type]) => type);
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/\)+$/, ''))
    .filter((line) => line !== '' && !line.startsWith('('));
  const names = [...parameters, ...locals].map(([name]) => name);
  const body = [
    groups.size,
    ...[...groups].flatMap(([type, of]) => [of.length, type]),
    ...instructions(lines, names),
    0x0b,
  ];
  return Buffer.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, parameters.length, ...parameters.map(([, type]) => type), 0]),
    ...section(2, [1, ...named('host'), ...named('memory'), 0x02, 0x00, 0x01]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...named('dot'), 0x00, 0]),
    ...section(10, [1, ...sized(body)]),
  ]);
}

test('the bytes are those of the text in the comment', () => {
  const source = readFileSync(new URL('./vector-arena.ts', import.meta.url), 'utf8');
  const text = /```wat\n([\s\S]*?)```/.exec(source)?.[1]?.replace(/^ \* ?/gm, '') ?? '';
  expect(text).toContain('(func (export "dot")');
  expect(assemble(text).toString('hex')).toBe(moduleBytes().toString('hex'));
});

test('it multiplies every row and nothing behind the last', () => {
  const memory = new wasm.Memory({ initial: 1 });
  const dot = createDotKernel(memory);
  const floats = new Float32Array(memory.buffer);
  const width = 32;
  for (let index = 0; index < width * 4; index += 1) floats[index] = Math.sin(index);
  floats.fill(7, 1024, 1030);
  dot?.(0, width * 4, 3, width * 4, 1024 * 4);
  for (let row = 0; row < 3; row += 1) {
    let wanted = 0;
    for (let at = 0; at < width; at += 1)
      wanted += Math.fround(Math.sin(at)) * Math.fround(Math.sin(at + width * (row + 1)));
    expect(floats[1024 + row]).toBeCloseTo(wanted, 4);
  }
  expect(floats[1027]).toBe(7);
});
