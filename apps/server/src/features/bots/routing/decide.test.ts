import type { BotId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import { readNumber } from './choose-bot.ts';
import { decideByScore, type ScoredCandidate, scoreWording, stillThere } from './decide.ts';
import type { GroupPlan } from './group-plan.ts';

const id = (name: string) => name as BotId;
const planOf = (names: string[], fallback: string | null): GroupPlan => ({
  router: 'similarity',
  serviceUuid: null,
  members: names.map((name) => ({ botId: id(name), name, whenToUse: '', rules: [], knowledgeIds: [] })),
  fallbackBotId: fallback ? id(fallback) : null,
});
const scored = (name: string, score: number): ScoredCandidate => ({
  botId: id(name),
  name,
  score,
  wording: score,
  knowledge: 0,
  words: [],
});

describe('who answered before', () => {
  const plan = planOf(['a', 'b'], 'c');
  test('stays while no other is clearly better', () => {
    const close = [scored('b', 0.5), scored('a', 0.4)];
    expect(decideByScore(plan, close, id('a'))).toEqual({ botId: 'a', reason: 'kept' });
    const clear = [scored('b', 0.6), scored('a', 0.4)];
    expect(decideByScore(plan, clear, id('a'))).toEqual({ botId: 'b', reason: 'similar' });
    expect(decideByScore(plan, close, null)).toEqual({ botId: 'b', reason: 'similar' });
  });
  test('stays when nothing speaks for anybody, and gives way when it was the fallback', () => {
    expect(decideByScore(plan, [scored('b', 0.1)], id('a'))).toEqual({ botId: 'a', reason: 'kept' });
    expect(decideByScore(plan, [scored('b', 0.3)], id('c'))).toEqual({ botId: 'b', reason: 'similar' });
  });
  test('is forgotten once it has left the group', () => {
    expect(stillThere(plan, id('gone'))).toBeNull();
    expect(stillThere(plan, id('c'))).toBe('c');
    expect(stillThere(planOf(['a'], null), null)).toBeNull();
  });
});

test('without evidence the fallback answers, without a fallback the first', () => {
  expect(decideByScore(planOf(['a', 'b'], 'c'), [], null)).toEqual({ botId: 'c', reason: 'fallback' });
  expect(decideByScore(planOf(['a', 'b'], null), [], null)).toEqual({ botId: 'a', reason: 'fallback' });
  expect(decideByScore(planOf([], null), [], null)).toEqual({ botId: null, reason: 'nobody' });
});

describe('wording', () => {
  const texts = [
    'Returns\nReturning goods, refunds, 返品と交換, đổi trả và hoàn tiền',
    'Rooms\nBooking a room, prices of rooms, 客室の予約, đặt phòng',
    'Jobs\nOpen positions, 採用情報, tuyển dụng',
  ];
  const best = (question: string) => {
    const scores = scoreWording(question, texts).map(({ score }) => score);
    return [scores.indexOf(Math.max(...scores)), Math.max(...scores)] as const;
  };
  test.each([
    ['How do I return a broken cup?', 0],
    ['Can I get a refund please', 0],
    ['返品したいです', 0],
    ['Tôi muốn đổi trả chiếc áo này', 0],
    ['toi muon dat phong', 1],
    ['客室はいくらですか', 1],
    ['Is there a room free on Friday?', 1],
    ['採用について教えてください', 2],
    ['Shop có tuyển dụng không ạ?', 2],
  ])('%s', (question, expected) => {
    const [winner, score] = best(question);
    expect(winner).toBe(expected);
    expect(score).toBeGreaterThan(0.3);
  });
  test.each(['Hello there', 'こんにちは', 'Xin chào shop ạ', '👍', '12345', ''])(
    '%j speaks for nobody',
    (question) => {
      expect(scoreWording(question, texts).map(({ score }) => score)).toEqual([0, 0, 0]);
    },
  );
  test('a word that all have tells less than one that one has', () => {
    const [first, second] = scoreWording('tea shop', ['shop tea', 'shop coffee']);
    expect(first?.score).toBeGreaterThan((second?.score ?? 0) + 0.15);
    expect(first?.words).toContain('tea');
  });
});

test.each([
  ['2', 2],
  [' 2.\n', 2],
  ['Assistant 3', 3],
  ['0', 0],
  ['4', null],
  ['99999999999', null],
  ['1 or 2', null],
  ['', null],
  ['none', null],
])('the model’s reply %j is %s', (reply, expected) => {
  expect(readNumber(reply, 3)).toBe(expected);
});
