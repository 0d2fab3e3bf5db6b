import type { DocumentId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import { rankOf } from './run-tests.ts';
import { scoreRun } from './score-run.ts';

const document = (id: string) => id as DocumentId;
const passage = (text: string, documentId = 'a', headingPath: string[] = []) => ({
  documentId: document(documentId),
  headingPath,
  text,
});
const byText = (text: string) => ({ text, documentUuid: null });

describe('the right passage', () => {
  test.each([
    ['contains the words', 'From ten to seven.', 'ten to seven'],
    ['in another case and width', 'ＷＩＦＩのパスワードは「ABC」です。', 'wifiのパスワードは「abc」'],
    ['with other white space', '午前\n10時から', '午前 10時'],
    ['whose heading has them', 'Until eleven.', 'Check-out'],
    ['is a part of them', 'x'.repeat(40), `before ${'x'.repeat(40)} behind`],
  ])('%s', (_, text, wanted) => {
    expect(rankOf(byText(wanted), [passage('Other'), passage(text, 'a', ['Check-out'])])).toBe(2);
  });

  test('is not a short part of them', () => {
    expect(rankOf(byText('We open at nine.'), [passage('We open')])).toBeNull();
  });

  test('is of the document when no words are given', () => {
    const wanted = { text: ' ', documentUuid: document('b') };
    expect(rankOf(wanted, [passage('One'), passage('Two'), passage('Three', 'b')])).toBe(3);
    expect(rankOf({ ...wanted, text: 'One' }, [passage('Three', 'b'), passage('One')])).toBe(2);
  });
});

test('the scores of a run', () => {
  const results = [1, 2, 6, null].map((rank, index) => ({ rank, milliseconds: index + 1 }));
  expect(scoreRun(results)).toEqual({
    scores: { r1: 0.25, r5: 0.5, mrr: (1 + 1 / 2 + 1 / 6) / 4 },
    milliseconds: 2.5,
  });
  expect(scoreRun([])).toBeNull();
});
