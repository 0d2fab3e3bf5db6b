import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createExtractiveModel } from '../builtin/extractive-model.ts';
import type { AnswerPart } from './answer-part.ts';
import type { AnswerRequest } from './answer-request.ts';
import { answerWithTools } from './answer-with-tools.ts';
import { answerWithRetry, streamAnswer } from './stream-answer.ts';

afterEach(() => void vi.useRealTimers());

const entry = { provider: 'builtin', outputTokens: 1024 } as const;
const base = { entry, instructions: '', messages: [{ role: 'user', text: 'When are you open?' }] } as const;

async function collect(parts: AsyncIterable<AnswerPart>): Promise<AnswerPart[]> {
  const all: AnswerPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

const textOf = (parts: AnswerPart[]) => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

function modelOf(doStream: LanguageModelV4['doStream']): LanguageModelV4 {
  return { ...createExtractiveModel(), doStream };
}

const streamOf = (...parts: LanguageModelV4StreamPart[]) =>
  new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

describe('the built-in model', () => {
  const passages = [{ number: 2, title: '', confidence: 0.7, text: 'We are open from nine to six.' }];
  const request: AnswerRequest = { ...base, model: createExtractiveModel() };

  test('answers from the passages of the request', async () => {
    const text = 'When are you open?';
    const parts = await collect(
      streamAnswer({ ...request, questions: [{ text, question: text, passages }] }),
    );
    expect(textOf(parts)).toContain('We are open from nine to six. [2]');
    expect(parts.at(-1)).toMatchObject({
      kind: 'finished',
      outcome: 'answered',
      usage: { estimated: false },
    });
  });

  test('tells that it found nothing', async () => {
    const parts = await collect(
      streamAnswer({
        ...request,
        questions: [{ text: 'Who wrote Hamlet?', question: 'Who wrote Hamlet?', passages }],
        locale: 'en',
      }),
    );
    expect(parts.at(-1)).toMatchObject({ kind: 'finished', outcome: 'not_found' });
  });
});

test('a model that ignores the abort signal is left behind, and its late stream is given back', async () => {
  let isCancelled = false;
  const late = Promise.withResolvers<{ stream: ReadableStream<LanguageModelV4StreamPart> }>();
  const controller = new AbortController();
  const parts = collect(
    streamAnswer({ ...base, model: modelOf(() => late.promise), abortSignal: controller.signal }),
  );
  controller.abort();
  expect(await parts).toMatchObject([{ kind: 'finished', outcome: 'stopped' }]);
  late.resolve({
    stream: new ReadableStream({
      cancel() {
        isCancelled = true;
      },
    }),
  });
  await expect.poll(() => isCancelled).toBe(true);
});

test('thinking counts as a sign of life, pings do not', async () => {
  vi.useFakeTimers();
  const timeouts = { firstTokenMs: 250, idleMs: 60_000, totalMs: 60_000 };
  let closing: NodeJS.Timeout | undefined;
  const saysOnce = (part: LanguageModelV4StreamPart) =>
    modelOf(async () => ({
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue(part);
          closing = setTimeout(() => controller.close(), 600);
        },
        cancel: () => clearTimeout(closing),
      }),
    }));
  const answerOf = async (model: LanguageModelV4) => {
    const parts = collect(streamAnswer({ ...base, model, timeouts }));
    await vi.advanceTimersByTimeAsync(700);
    return parts;
  };
  const pinged = await answerOf(saysOnce({ type: 'ping' }));
  expect(pinged).toMatchObject([{ kind: 'failed', reason: 'timeout' }]);
  const thought = saysOnce({ type: 'reasoning-delta', id: '0', delta: 'hm' });
  const thinking = await answerOf(thought);
  expect(thinking).toMatchObject([{ kind: 'failed', reason: 'interrupted' }]);
});

test('a model that throws at once is a failure, not an exception', async () => {
  const model = modelOf(() => {
    throw new Error('broken adapter');
  });
  const parts = await collect(streamAnswer({ ...base, model }));
  expect(parts).toMatchObject([{ kind: 'failed', reason: 'provider_error' }]);
});

test('an output limit that was used up by thinking is not an empty answer', async () => {
  const usage = {
    inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1024, text: 0, reasoning: 1024 },
  };
  const model = modelOf(async () => ({
    stream: streamOf({ type: 'finish', usage, finishReason: { unified: 'length', raw: 'length' } }),
  }));
  const parts = await collect(streamAnswer({ ...base, model }));
  expect(parts).toMatchObject([{ kind: 'failed', reason: 'provider_error', retryable: false }]);
});

test('an abort during the pause before the retry ends the answer', async () => {
  let calls = 0;
  const controller = new AbortController();
  const model = modelOf(async () => {
    calls += 1;
    throw new TypeError('fetch failed');
  });
  const wait = async () => controller.abort();
  const parts = await collect(answerWithRetry({ ...base, model, abortSignal: controller.signal }, { wait }));
  expect(parts).toMatchObject([
    { kind: 'finished', outcome: 'stopped', usage: { inputTokens: 0, outputTokens: 0 } },
  ]);
  expect(calls).toBe(1);
});

test('what a model says before it calls a tool is no part of an answer in JSON', async () => {
  const text = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: '1', delta });
  const usage = {
    inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: undefined, reasoning: undefined },
  };
  const finish = (unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart => ({
    type: 'finish',
    usage,
    finishReason: { unified, raw: unified },
  });
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'stock', input: '{}' } as const;
  const rounds = [
    streamOf(text('Let me see.'), call, finish('tool-calls')),
    streamOf(text('{"left'), text('": 7}'), finish('stop')),
  ];
  const model = modelOf(async () => ({ stream: rounds.shift() ?? streamOf() }));
  const stock = {
    name: 'stock',
    description: '',
    inputSchema: { type: 'object' },
    execute: async () => ({ kind: 'done' as const, output: 7 }),
  } as const;
  const request: AnswerRequest = { ...base, model, tools: [stock], json: { form: 'json_object' } };
  expect(textOf(await collect(answerWithTools(request)))).toBe('{"left": 7}');
});
