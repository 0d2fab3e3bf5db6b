import type { OperatorMessage } from '@hanasu/contract/inbox';
import { expect, test } from 'vitest';
import { createOutgoing } from './use-thread.ts';

/** A line to the server that the test answers by hand. */
function makeLine() {
  const calls: { body: OperatorMessage; answer: () => void; fail: (fault: Error) => void }[] = [];
  const deliver = (body: OperatorMessage) =>
    new Promise<void>((answer, fail) => {
      calls.push({ body, answer: () => answer(), fail });
    });
  return { calls, deliver };
}
const settled = () => new Promise((done) => setTimeout(done, 0));

test('is shown at once, goes out in order, and leaves when the server has it', async () => {
  const store = createOutgoing();
  const { calls, deliver } = makeLine();
  void store.send('one', { text: 'first' }, deliver);
  void store.send('one', { text: 'second' }, deliver);
  expect(store.of('one').map(({ body }) => body.text)).toEqual(['first', 'second']);
  await settled();
  expect(calls.map(({ body }) => body.text)).toEqual(['first']);
  calls[0]?.answer();
  await settled();
  expect(calls.map(({ body }) => body.text)).toEqual(['first', 'second']);
  expect(store.of('one').map(({ body }) => body.text)).toEqual(['second']);
});

test('a failure is kept with its cause; another try carries the same id', async () => {
  const store = createOutgoing();
  const { calls, deliver } = makeLine();
  void store.send('one', { text: 'first' }, deliver);
  await settled();
  const fault = new Error('taken');
  calls[0]?.fail(fault);
  await settled();
  const [item] = store.of('one');
  expect(item?.fault).toBe(fault);
  void store.again('one', item?.id as never, deliver, { takeOver: true });
  await settled();
  expect(calls[1]?.body).toEqual({ text: 'first', takeOver: true, uuid: calls[0]?.body.uuid });
  calls[1]?.answer();
  await settled();
  expect(store.of('one')).toEqual([]);
});

test('a failed message does not hold up the next, nor another conversation', async () => {
  const store = createOutgoing();
  const { calls, deliver } = makeLine();
  void store.send('one', { text: 'a' }, deliver);
  void store.send('one', { text: 'b' }, deliver);
  void store.send('two', { text: 'c' }, deliver);
  await settled();
  expect(calls.map(({ body }) => body.text)).toEqual(['a', 'c']);
  calls[0]?.fail(new Error('no line'));
  await settled();
  expect(calls.map(({ body }) => body.text)).toEqual(['a', 'c', 'b']);
  store.discard('one', store.of('one')[0]?.id ?? '');
  expect(store.of('one').map(({ body }) => body.text)).toEqual(['b']);
});
