import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CallThread, createCallThread } from './call-thread.ts';

const FILE = new URL('./call-thread.fixture.ts', import.meta.url);
let thread: CallThread<string, number>;
beforeEach(() => {
  thread = createCallThread(FILE, {});
});
afterEach(() => thread.close());

test('calls are answered by one thread, which reports its progress', async () => {
  const progress: number[] = [];
  const [first, second] = await Promise.all([
    thread.call('thread'),
    thread.call('progress', (fraction) => progress.push(fraction)),
  ]);
  expect(first).toBe(second);
  expect(progress).toEqual([0.5]);
});

test('a call that fails, or ends the thread, costs only itself', async () => {
  const first = await thread.call('thread');
  const [failed, kept, ended, next] = await Promise.allSettled(
    ['fail', 'thread', 'end', 'thread'].map((task) => thread.call(task)),
  );
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'Error: bad task' } });
  expect(kept).toEqual({ status: 'fulfilled', value: first });
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'the thread has ended' } });
  expect(next).toEqual({ status: 'fulfilled', value: expect.any(Number) });
  expect(next).not.toEqual(kept);
});

test('an idle thread ends, and the next call starts another', async () => {
  const idle = createCallThread<string, number>(FILE, { idleMs: 0 });
  const first = await idle.call('thread');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await idle.call('thread')).not.toBe(first);
  await idle.close();
});

test('close rejects the call under way and those that wait', async () => {
  const { promise: begun, resolve } = Promise.withResolvers<number>();
  const calls = Promise.allSettled([thread.call('wait', resolve), thread.call('thread')]);
  await begun;
  await thread.close();
  expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
