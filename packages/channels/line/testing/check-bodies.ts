import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { allCalls } from '../fake/answer.ts';
import type { FakeCall } from '../fake/serve.ts';
import { LINE_OPENAPI, readBodyCheck } from './line-openapi.ts';

/** Of LINE Login, which none of the files describes. */
const ELSEWHERE = /^\/oauth2\/v2\.1\/verify$|^\/liff\/edge\//;

const sent: FakeCall[] = [];
const keep = (call: unknown): void => {
  sent.push(call as FakeCall);
};

/** What a fake took as LINE would has to fit LINE's own description of the call, in whichever test it was made. */
function wrongBodies(folder: string): string[] {
  const taken = sent.filter(
    ({ result, path, isFault }) =>
      typeof result === 'number' && result < 300 && !isFault && !ELSEWHERE.test(path),
  );
  return taken.flatMap((call) => readBodyCheck(folder)(call));
}

if (LINE_OPENAPI !== null) {
  const folder = LINE_OPENAPI;
  beforeAll(() => allCalls.subscribe(keep));
  afterEach(() => {
    const wrong = wrongBodies(folder);
    sent.length = 0;
    expect(wrong).toEqual([]);
  });
  afterAll(() => allCalls.unsubscribe(keep));
}
