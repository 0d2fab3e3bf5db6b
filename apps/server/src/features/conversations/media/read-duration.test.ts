import { expect, test } from 'vitest';
import { readDuration } from './inspect-media.ts';

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function movieHeader(scale: number, duration: number): Buffer {
  const content = Buffer.alloc(100);
  content.writeUInt32BE(scale, 12);
  content.writeUInt32BE(duration, 16);
  return box('mvhd', content);
}

const durationOf = (file: Buffer) =>
  readDuration(async ({ start, end }) => file.subarray(start, end + 1), file.length);
const start = box('ftyp', Buffer.from('M4A \0\0\0\0'));
const sound = box('mdat', Buffer.alloc(5_000));

test('how long a recording is, wherever its header stands', async () => {
  const movie = box('moov', Buffer.concat([box('free', Buffer.alloc(9)), movieHeader(600, 1_500)]));
  expect(await durationOf(Buffer.concat([start, movie, sound]))).toBe(2_500);
  expect(await durationOf(Buffer.concat([start, sound, movie]))).toBe(2_500);
});

test.each([
  ['no header', Buffer.concat([start, sound])],
  ['a scale of nothing', Buffer.concat([start, box('moov', movieHeader(0, 100))])],
  [
    'a box that is larger than the file',
    Buffer.concat([start, box('moov', movieHeader(1, 1)).subarray(0, 20)]),
  ],
  ['boxes of nothing', Buffer.concat([start, Buffer.alloc(64)])],
  ['nothing', Buffer.alloc(0)],
])('%s says nothing', async (_what, file) => expect(await durationOf(file)).toBeNull());
