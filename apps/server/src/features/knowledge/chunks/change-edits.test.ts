import { randomUUID } from 'node:crypto';
import type { EmbeddingId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addChunk,
  applyEdits,
  changeChunk,
  type EditedChunks,
  editOf,
  keepChange,
  mergeChunks,
  resetChunk,
  splitChunk,
} from './change-edits.ts';
import { sourceOf } from './chunk-changes.ts';
import { contentHashOf, type FinalChunk, joinTexts, type SourceChunk } from './chunk-edit.ts';
import { type ReadChunk, rebaseEdits } from './rebase-edits.ts';

const newId = () => randomUUID() as EmbeddingId;
const ids = { edit: () => randomUUID() as string, chunk: newId };
const WORDS = 'harbour lantern orchard violin thunder meadow copper saddle walnut quartz ferry ember'.split(
  ' ',
);

/** A paragraph of its own for each number; different numbers share few words in a row. */
const paragraph = (seed: number): string =>
  Array.from({ length: 14 }, (_, index) => WORDS[(seed * (index + 3) + index * index) % WORDS.length])
    .concat(`number${seed}`)
    .join(' ');

function read(seeds: readonly (number | string)[]): { text: string; chunks: ReadChunk[] } {
  const chunks: ReadChunk[] = [];
  let text = '';
  for (const seed of seeds) {
    const said = typeof seed === 'string' ? seed : paragraph(seed);
    chunks.push({
      headingPath: ['Guide'],
      page: 1,
      start: text.length,
      end: text.length + said.length,
      text: said,
    });
    text += `${said}\n\n`;
  }
  return { text, chunks };
}

const begin = (seeds: readonly (number | string)[]): EditedChunks => ({
  source: read(seeds).chunks.map((chunk) => ({ ...chunk, id: newId() })),
  edits: [],
});
const shown = ({ source, edits }: EditedChunks) => applyEdits(source, edits, newId);
const texts = (state: EditedChunks) => shown(state).map(({ text }) => text);

function reread(state: EditedChunks, seeds: readonly (number | string)[]): EditedChunks {
  const known = state.source.map((chunk) => ({ id: chunk.id, contentHash: contentHashOf(chunk) }));
  return rebaseEdits({ reading: read(seeds), known, edits: state.edits }, newId);
}
/** As after a look into the database. */
const reloaded = (state: EditedChunks): EditedChunks => ({
  source: sourceOf(shown(state), state.edits),
  edits: JSON.parse(JSON.stringify(state.edits)),
});

function at(state: EditedChunks, index: number): FinalChunk {
  const all = shown(state);
  const chunk = all[index % all.length];
  if (!chunk) throw new Error('there is no chunk');
  return chunk;
}

type Step = readonly [
  'change' | 'off' | 'on' | 'split' | 'merge' | 'remove' | 'add' | 'reset' | 'keep',
  number,
];
const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>('change', 'off', 'on', 'split', 'merge', 'remove', 'add', 'reset', 'keep'),
    fc.nat(50),
  ),
  { maxLength: 14 },
);

function take(state: EditedChunks, [kind, place]: Step): EditedChunks {
  const all = shown(state);
  if (kind === 'add') {
    const after = place % 7 === 0 || all.length === 0 ? null : at(state, place).id;
    return addChunk(state, { after, written: { text: `added ${place}`, headingPath: [] } }, ids);
  }
  if (all.length === 0) return state;
  const chunk = at(state, place);
  switch (kind) {
    case 'change':
      return changeChunk(state, { id: chunk.id, change: { text: `${chunk.text} changed${place}` } }, ids);
    case 'off':
    case 'on':
      return changeChunk(state, { id: chunk.id, change: { enabled: kind === 'on' } }, ids);
    case 'remove':
      return changeChunk(state, { id: chunk.id, change: { removed: true } }, ids);
    case 'split':
      return splitChunk(state, { id: chunk.id, texts: [`${chunk.text} one`, 'two'] }, ids);
    case 'merge': {
      const next = all[all.indexOf(all.find(({ id }) => id === chunk.id) ?? chunk) + 1];
      return next ? mergeChunks(state, [chunk.id, next.id], ids) : state;
    }
    case 'reset':
      return resetChunk(state, chunk.id);
    default:
      return keepChange(state, chunk.id);
  }
}

function expectWhole(state: EditedChunks): void {
  const final = shown(state);
  expect(new Set(final.map(({ id }) => id)).size).toBe(final.length);
  const runs = state.edits.flatMap(({ source }) => source.map(({ id }) => id));
  expect(new Set(runs).size).toBe(runs.length);
  // Nothing of the source is lost: it is shown, or stands under an edit.
  const untouched = final.filter(({ editId }) => editId === null).map(({ text }) => text);
  const covered = state.edits.flatMap(({ source }) => source.map(({ text }) => text));
  expect([...untouched, ...covered].sort()).toEqual(state.source.map(({ text }) => text).sort());
  const written = state.edits.flatMap(({ chunks }) => chunks.filter(({ removed }) => !removed));
  expect(
    final
      .filter(({ editId }) => editId !== null)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(written.map(({ id }) => id).sort());
}

test('any changes, in any order, lose nothing of the source and give each chunk an id of its own', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let state = begin([1, 2, 3, 4, 5]);
      for (const step of all) {
        state = take(state, step);
        expectWhole(state);
        expect(texts(reloaded(state))).toEqual(texts(state));
        state = reloaded(state);
      }
    }),
    { numRuns: 150 },
  );
});

test('passages that are joined over some that were taken out, in any order, are found again', () => {
  const steps = [
    ['remove', 3],
    ['remove', 0],
    ['remove', 4],
    ['merge', 0],
  ] as const;
  const state = steps.reduce((now, step) => reloaded(take(now, step)), begin([1, 2, 3, 4, 5]));
  expect(texts(reread(state, [1, 2, 3, 4, 5]))).toEqual(texts(state));
});

test('the same source read again gives the same chunks with the same ids, and nothing to review', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const state = all.reduce((now, step) => reloaded(take(now, step)), begin([1, 2, 3, 4, 5]));
      const again = reread(state, [1, 2, 3, 4, 5]);
      expect(shown(again).map(({ id, text, enabled }) => ({ id, text, enabled }))).toEqual(
        shown(state).map(({ id, text, enabled }) => ({ id, text, enabled })),
      );
      expect(again.edits.every(({ review }) => review === null)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('another source read keeps what people wrote, whole and with unique ids', () => {
  const sources = fc.array(fc.nat(9), { maxLength: 9 });
  fc.assert(
    fc.property(steps, sources, sources, (all, first, second) => {
      let state = all.reduce((now, step) => reloaded(take(now, step)), begin([1, 2, 3, 4, 5]));
      const written = (now: EditedChunks) =>
        now.edits
          .flatMap(({ chunks }) => chunks.filter(({ removed }) => !removed).map(({ text }) => text))
          .sort();
      const before = written(state);
      for (const seeds of [first, second]) {
        state = reread(state, seeds);
        expectWhole(state);
        expect(written(state)).toEqual(before);
        expect(state.source.length).toBeGreaterThanOrEqual(seeds.length);
        state = reloaded(state);
      }
    }),
    { numRuns: 150 },
  );
});

const edited = () => {
  const state = begin([1, 2, 3]);
  return {
    state: changeChunk(state, { id: at(state, 1).id, change: { text: 'mine' } }, ids),
    second: paragraph(2),
  };
};

test('an edit follows its text when it stands elsewhere', () => {
  const { state } = edited();
  const again = reread(state, [9, 1, 3, 8, 2]);
  expect(texts(again)).toEqual([paragraph(9), paragraph(1), paragraph(3), paragraph(8), 'mine']);
  expect(again.edits[0]?.review).toBeNull();
});

test('other blanks and line ends are the same text', () => {
  const { state, second } = edited();
  const again = reread(state, [1, second.replaceAll(' ', '\n  '), 3]);
  expect(texts(again)).toEqual([paragraph(1), 'mine', paragraph(3)]);
  expect(again.edits[0]?.review).toBeNull();
});

test('text that is cut elsewhere is found, and what stands around it stays', () => {
  const { state, second } = edited();
  const middle = `before it all ${second} and behind it`;
  const again = reread(state, [1, middle, 3]);
  expect(texts(again)).toEqual([paragraph(1), 'before it all', 'mine', 'and behind it', paragraph(3)]);
  expect(again.edits[0]?.review).toBeNull();
  const same = reread(reloaded(again), [1, middle, 3]);
  expect(shown(same).map(({ id }) => id)).toEqual(shown(again).map(({ id }) => id));
});

test('similar text is replaced and shown for a review; keeping ends it', () => {
  const { state, second } = edited();
  const now = second.replace('number2', 'number two, as of May');
  const again = reread(state, [1, now, 3]);
  expect(texts(again)).toEqual([paragraph(1), 'mine', paragraph(3)]);
  expect(again.edits[0]).toMatchObject({ review: 'changed', sourceText: now });
  const third = reread(reloaded(again), [1, now, 3]);
  expect(third.edits[0]).toMatchObject({ review: 'changed', sourceText: now });
  expect(reread(reloaded(third), [1, 2, 3]).edits[0]).toMatchObject({ review: null, sourceText: null });
  const kept = keepChange(third, at(third, 1).id);
  expect(reread(reloaded(kept), [1, now, 3]).edits[0]).toMatchObject({ review: null, anchors: [now] });
});

test('what lost its source stays where it was, for a review, and finds back', () => {
  const { state } = edited();
  const gone = reread(state, [1, 3]);
  expect(texts(gone)).toEqual([paragraph(1), 'mine', paragraph(3)]);
  expect(gone.edits[0]).toMatchObject({ review: 'gone', source: [] });
  expect(reread(reloaded(gone), [1, 2, 3]).edits[0]).toMatchObject({ review: null });
  const kept = keepChange(gone, at(gone, 1).id);
  expect(reread(reloaded(kept), [1, 3]).edits[0]).toMatchObject({ review: null, anchors: [] });
});

test('what was taken out stays out, also of text that changed a little', () => {
  const state = begin([1, 2, 3]);
  const out = changeChunk(state, { id: at(state, 1).id, change: { removed: true } }, ids);
  expect(texts(reread(out, [1, 2, 3]))).toEqual([paragraph(1), paragraph(3)]);
  const changed = reread(out, [1, paragraph(2).replace('number2', 'number two'), 3]);
  expect(texts(changed)).toEqual([paragraph(1), paragraph(3)]);
  expect(changed.edits[0]).toMatchObject({ review: 'changed' });
  expect(reread(out, [1, 3]).edits[0]).toMatchObject({ review: null });
});

test('an added chunk stays behind the chunk it was written for', () => {
  const state = begin([1, 2, 3]);
  const added = addChunk(state, { after: at(state, 1).id, written: { text: 'new', headingPath: [] } }, ids);
  expect(texts(added)).toEqual([paragraph(1), paragraph(2), 'new', paragraph(3)]);
  expect(texts(reread(added, [2, 9, 1, 3]))).toEqual([
    paragraph(2),
    'new',
    paragraph(9),
    paragraph(1),
    paragraph(3),
  ]);
});

test('a change that is taken back by hand leaves no edit', () => {
  const { state, second } = edited();
  expect(changeChunk(state, { id: at(state, 1).id, change: { text: second } }, ids).edits).toEqual([]);
  const off = changeChunk(state, { id: at(state, 0).id, change: { enabled: false } }, ids);
  expect(off.edits).toHaveLength(2);
  expect(changeChunk(off, { id: at(off, 0).id, change: { enabled: true } }, ids).edits).toHaveLength(1);
});

test('changes of a changed chunk stay one edit, and reset brings the source back', () => {
  const { state } = edited();
  const twice = splitChunk(state, { id: at(state, 1).id, texts: ['a', 'b'] }, ids);
  const merged = mergeChunks(twice, [at(twice, 2).id, at(twice, 3).id], ids);
  expect(merged.edits).toHaveLength(1);
  expect(texts(merged)).toEqual([paragraph(1), 'a', `b\n${paragraph(3)}`]);
  expect(editOf(merged, at(merged, 1).id)?.anchors).toEqual([paragraph(2), paragraph(3)]);
  const reset = resetChunk(merged, at(merged, 1).id);
  expect(texts(reset)).toEqual([1, 2, 3].map(paragraph));
  expect(shown(reset).map(({ id }) => id)).toEqual(state.source.map(({ id }: SourceChunk) => id));
});

test('joined texts say once what both say', () => {
  expect(joinTexts('Open from nine to five. Closed on Monday.', 'Closed on Monday. Free parking.')).toBe(
    'Open from nine to five. Closed on Monday. Free parking.',
  );
  expect(joinTexts('営業時間は九時から五時まで。', '駐車場は無料です。')).toBe(
    '営業時間は九時から五時まで。\n駐車場は無料です。',
  );
});
