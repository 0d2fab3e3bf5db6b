import { z } from 'zod';
import {
  type FakeCall,
  type FakeUsage,
  type FakeVendor,
  firstProblem,
  sse,
  takesTurns,
} from './fake-vendor.ts';

const Part = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.string() }) }),
]);

const Body = z.strictObject({
  contents: z.array(z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(Part).min(1) })).min(1),
  systemInstruction: z.strictObject({ parts: z.array(Part) }).optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z.number().int().positive().optional(),
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().optional(),
      topK: z.number().optional(),
      seed: z.number().optional(),
      stopSequences: z.array(z.string()).optional(),
      thinkingConfig: z
        .strictObject({ thinkingBudget: z.number().optional(), thinkingLevel: z.string().optional() })
        .optional(),
    })
    .optional(),
  safetySettings: z.array(z.unknown()).optional(),
  tools: z.array(z.unknown()).optional(),
  toolConfig: z.unknown().optional(),
});

const errorStatuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

const textOf = (parts: readonly z.infer<typeof Part>[]) =>
  parts.map((part) => ('text' in part ? part.text : '')).join('\n');

const counts = (usage: FakeUsage) => ({
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output,
  totalTokenCount: usage.input + usage.output,
});

function frame(call: FakeCall, text: string | null, finishReason?: string, usage?: FakeUsage | null): string {
  return sse({
    candidates: [
      {
        ...(text !== null && { content: { role: 'model', parts: [{ text }] } }),
        ...(finishReason && { finishReason }),
        index: 0,
      },
    ],
    ...(usage && { usageMetadata: counts(usage) }),
    modelVersion: call.model,
  });
}

/** `streamGenerateContent` of the Gemini API. */
export const fakeGoogle: FakeVendor = {
  name: 'google',
  modelOf: (path) =>
    /^\/google\/v1beta\/models\/([^/:]+):streamGenerateContent\?alt=sse$/.exec(path)?.[1] ?? null,
  isAuthorised: ({ 'x-goog-api-key': key }) =>
    typeof key === 'string' && key !== '' && !key.startsWith('wrong'),
  read(model, body) {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return firstProblem(parsed.error.issues);
    const { contents, systemInstruction } = parsed.data;
    if (
      !takesTurns(
        contents.map(({ role }) => role),
        'user',
      )
    ) {
      return { problem: 'contents: roles must alternate, and the user begins and ends' };
    }
    const turns = contents.map(({ role, parts }) => ({
      role: role === 'model' ? ('assistant' as const) : role,
      text: textOf(parts),
    }));
    const instructions = systemInstruction
      ? [{ role: 'system' as const, text: textOf(systemInstruction.parts) }]
      : [];
    return { model, turns: [...instructions, ...turns], includeUsage: true };
  },
  errorBody: (status, message) => ({
    error: { code: status, message, status: errorStatuses[status] ?? 'INTERNAL' },
  }),
  open: () => '',
  text: (call, text) => frame(call, text),
  close: (call, ending, usage) =>
    frame(call, ending === 'refused' ? null : '', ending === 'refused' ? 'SAFETY' : 'STOP', usage),
  errorFrame: () => sse({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }),
};
