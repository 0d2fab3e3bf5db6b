import { describe, expect, it } from 'vitest';
import { loadOnce } from './load-once.ts';

describe('loadOnce', () => {
  it('lets those who wait go on in the order in which they asked, even when a later load ends first', async () => {
    const ends: ((value: string) => void)[] = [];
    const load = loadOnce(() => new Promise<string>((resolve) => ends.push(resolve)));
    const order: string[] = [];
    const asked = ['first', 'second'].map((name) => load().then(() => order.push(name)));
    for (const end of ends.toReversed()) end('loaded');
    await Promise.all(asked);
    expect(order).toEqual(['first', 'second']);
  });

  it('loads again after a failure, and only then', async () => {
    let loads = 0;
    const load = loadOnce(async () => {
      loads += 1;
      if (loads === 1) throw new Error('no network');
      return loads;
    });
    await expect(load()).rejects.toThrow('no network');
    expect([await load(), await load()]).toEqual([2, 2]);
  });
});
