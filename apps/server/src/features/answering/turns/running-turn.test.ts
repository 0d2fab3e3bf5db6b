import { expect, test } from 'vitest';
import { createRunningTurn } from './running-turn.ts';

const ASKED = new Date('2026-11-22T00:00:00Z');

function begun(change: { superseded?: number; after?: number } = {}) {
  const turn = createRunningTurn(() => ASKED.getTime() + (change.after ?? 1_000));
  turn.begin({ askedAt: ASKED, superseded: change.superseded ?? 0, dueAt: 'first' });
  return turn;
}

test('a turn is broken off when more is said', () => {
  const turn = begun();
  turn.supersede();
  expect([turn.isBrokenOff, turn.signal.aborted]).toEqual([true, true]);
});

test.each([
  ['after three in a row', begun({ superseded: 3 })],
  ['of somebody who asked half a minute ago', begun({ after: 30_000 })],
  ['before it is known what is answered', createRunningTurn(() => 0)],
])('none %s', (_, turn) => {
  turn.supersede();
  expect([turn.isBrokenOff, turn.signal.aborted, turn.mayBeSuperseded()]).toEqual([false, false, false]);
});

test('none that has done something already', () => {
  const turn = begun();
  turn.keep();
  turn.seeDueAt('second');
  expect(turn.isBrokenOff).toBe(false);
});

test('another process tells by when the answer is due', () => {
  const turn = begun({ superseded: 2 });
  turn.seeDueAt('first');
  turn.seeDueAt(null);
  expect(turn.isBrokenOff).toBe(false);
  turn.seeDueAt('second');
  expect(turn.isBrokenOff).toBe(true);
});

test('a turn that somebody else has is stopped, not superseded', () => {
  const turn = begun();
  turn.stop();
  expect([turn.isBrokenOff, turn.signal.aborted]).toEqual([false, true]);
});
