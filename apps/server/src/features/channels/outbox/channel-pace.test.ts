import type { ChannelId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { createChannelPace, MOST_PER_CHANNEL } from './deliver-outbox.ts';

const sick = 'sick' as ChannelId;
const well = 'well' as ChannelId;

function watched() {
  const clock = { now: 1_000 };
  const pace = createChannelPace(() => clock.now);
  const roomOf = (id: ChannelId): number =>
    pace.rooms().find(({ channelId }) => channelId === id)?.room ?? MOST_PER_CHANNEL;
  const call = (id: ChannelId, result: 'answered' | 'trouble'): void => {
    pace.started(id);
    pace.ended(id, result);
  };
  return { clock, pace, roomOf, call };
}

test('a channel has room for so many calls at once, whatever others do', () => {
  const { pace, roomOf } = watched();
  for (let count = 0; count < MOST_PER_CHANNEL; count += 1) pace.started(sick);
  expect([roomOf(sick), roomOf(well)]).toEqual([0, MOST_PER_CHANNEL]);
  pace.ended(sick, 'nothing');
  expect(roomOf(sick)).toBe(1);
});

test('troubles in a row pause a channel for half a second to five, and one answer ends that', () => {
  const { clock, pace, roomOf, call } = watched();
  for (let count = 0; count < 2; count += 1) call(sick, 'trouble');
  expect(roomOf(sick)).toBe(MOST_PER_CHANNEL);
  const pauses: number[] = [];
  for (let count = 0; count < 9; count += 1) {
    call(sick, 'trouble');
    const pause = pace.nextIn() ?? 0;
    expect(roomOf(sick)).toBe(0);
    pauses.push(pause);
    clock.now += pause;
    expect(roomOf(sick)).toBe(2);
  }
  expect(pauses[0]).toBe(500);
  expect(pauses.at(-1)).toBe(5_000);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  call(sick, 'answered');
  expect(roomOf(sick)).toBe(MOST_PER_CHANNEL);
  expect(pace.nextIn()).toBeNull();
});

test('many calls that fail together pause it no longer than three', () => {
  const { pace } = watched();
  for (let count = 0; count < 30; count += 1) pace.started(sick);
  for (let count = 0; count < 30; count += 1) pace.ended(sick, 'trouble');
  expect(pace.nextIn()).toBe(500);
});

test('a trouble between answers pauses nothing, and healthy channels are not remembered', () => {
  const { pace, call } = watched();
  for (let count = 0; count < 10; count += 1) {
    call(well, 'trouble');
    call(well, 'trouble');
    call(well, 'answered');
  }
  expect(pace.rooms()).toEqual([]);
});
