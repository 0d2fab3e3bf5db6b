import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, readBlock } from './block.ts';
import { ByteWriter, Postings, readVarint } from './postings.ts';
import { buildSegment } from './segment.ts';

const LENGTHS = [7, 300, 0, 70_000, 1, 2, 3, 4];

function chunk(ordinal: number, terms: readonly (readonly [string, number])[]) {
  return { ordinal, terms: { lengths: LENGTHS, terms: new Map(terms) } };
}

describe('blocks', () => {
  const term = fc.tuple(
    fc.constantFrom('W', 'P', 'C'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  );
  const terms = fc.uniqueArray(
    fc.tuple(
      term.map((parts) => parts.join('')),
      fc.integer({ min: 1, max: 100_000 }),
    ),
    {
      selector: ([key]) => key,
      maxLength: 40,
    },
  );
  const chunks = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 4_294_967_294 }), terms), {
    selector: ([ordinal]) => ordinal,
    maxLength: 20,
  });

  it('give back every posting that was built into them', () => {
    fc.assert(
      fc.property(chunks, (given) => {
        const segment = buildSegment(given.map(([ordinal, counts]) => chunk(ordinal, counts)));
        const expected = new Map<string, [number, number][]>();
        for (const [ordinal, counts] of given) {
          for (const [key, count] of counts)
            expected.set(key, [...(expected.get(key) ?? []), [ordinal, count]]);
        }
        const found = new Map<string, [number, number][]>();
        for (const { data } of segment.blocks) {
          for (const [key, { bytes, count }] of readBlock(data, new Set(expected.keys()))) {
            const postings = new Postings();
            postings.decode(bytes, count, new Set());
            const at = (index: number): [number, number] => [
              postings.ordinals[index] ?? -1,
              postings.frequencies[index] ?? -1,
            ];
            found.set(
              key,
              Array.from({ length: postings.size }, (_, index) => at(index)),
            );
          }
        }
        for (const list of expected.values()) list.sort(([one], [other]) => one - other);
        expect(found).toEqual(expected);
      }),
    );
  });

  it('hold the terms of their bucket, and only wanted terms are read', () => {
    const words = Array.from({ length: 5000 }, (_, index): [string, number] => [`Wword${index}`, 1]);
    const { bucketBits, blocks } = buildSegment([chunk(1, words)]);
    expect(bucketBits).toBeGreaterThan(0);
    const block = blocks.find(({ bucket }) => bucket === bucketOf('Wword77', bucketBits));
    const found = readBlock(block?.data ?? new Uint8Array(), new Set(['Wword77', 'Wabsent']));
    expect([...found.keys()]).toEqual(['Wword77']);
  });

  it('keep the channel length of each chunk with its posting', () => {
    const { blocks } = buildSegment([
      chunk(5, [
        ['Wa', 1],
        ['Pa', 2],
        ['Ca', 3],
      ]),
    ]);
    const found = readBlock(blocks[0]?.data ?? new Uint8Array(), new Set(['Wa', 'Pa', 'Ca']));
    const lengthOf = (key: string) => {
      const postings = new Postings();
      const stored = found.get(key);
      if (stored) postings.decode(stored.bytes, stored.count, new Set());
      return postings.lengths[0];
    };
    expect(['Wa', 'Pa', 'Ca'].map(lengthOf)).toEqual([7, 300, 70_000]);
  });

  it('are refused when a bit is flipped or bytes are missing', () => {
    const { blocks } = buildSegment([
      chunk(3, [
        ['Wone', 1],
        ['Wtwo', 2],
      ]),
      chunk(900, [['Wone', 4]]),
    ]);
    const data = blocks[0]?.data ?? new Uint8Array();
    for (let bit = 0; bit < data.length * 8; bit++) {
      const broken = data.slice();
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => readBlock(broken, new Set(['Wone']))).toThrow(
        expect.objectContaining({ code: 'segment_corrupt' }),
      );
    }
    for (let length = 0; length < data.length; length++) {
      const broken = data.slice(0, length);
      expect(() => readBlock(broken, new Set(['Wone']))).toThrow(
        expect.objectContaining({ code: 'segment_corrupt' }),
      );
    }
  });

  it('refuse an ordinal that is given twice', () => {
    expect(() => buildSegment([chunk(1, []), chunk(1, [])])).toThrow(RangeError);
  });
});

describe('postings', () => {
  it('refuse bytes that are longer or shorter than the count says', () => {
    const postings = new Postings();
    const bytes = Uint8Array.of(0, 1, 9, 0, 1, 9);
    const corrupt = expect.objectContaining({ code: 'segment_corrupt' });
    expect(() => postings.decode(bytes, 1, new Set())).toThrow(corrupt);
    expect(() => postings.decode(bytes, 3, new Set())).toThrow(corrupt);
    expect(() => readVarint(Uint8Array.of(255, 255, 255, 255, 255, 1), { at: 0 })).toThrow(corrupt);
  });

  it('write any 32-bit number so that it reads back', () => {
    fc.assert(
      fc.property(fc.nat({ max: 4_294_967_295 }), (value) => {
        const writer = new ByteWriter();
        writer.varint(value);
        expect(readVarint(writer.copy(), { at: 0 })).toBe(value);
      }),
    );
  });
});

it('keeps buckets where they are stored', () => {
  expect(bucketOf('Whello', 0)).toBe(0);
  expect(['Whello', 'Bdien_thoai', 'G財布'].map((term) => bucketOf(term, 16))).toMatchInlineSnapshot(`
    [
      40177,
      48481,
      3401,
    ]
  `);
  expect(bucketOf('Whello', 20) >>> 4).toBe(bucketOf('Whello', 16));
});
