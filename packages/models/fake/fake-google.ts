import { z } from 'zod';
import {
  type FakeCall,
  type FakeTools,
  type FakeUsage,
  type FakeVendor,
  firstProblem,
  sse,
  takesTurns,
} from './fake-vendor.ts';

const Part = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.string() }) }),
  z.strictObject({
    functionCall: z.strictObject({
      id: z.string().optional(),
      name: z.string(),
      args: z.record(z.string(), z.unknown()),
    }),
    thoughtSignature: z.string().optional(),
  }),
  z.strictObject({
    functionResponse: z.strictObject({
      id: z.string().optional(),
      name: z.string(),
      response: z.looseObject({ content: z.unknown() }),
    }),
  }),
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
      responseMimeType: z.literal('application/json').optional(),
      responseJsonSchema: z.looseObject({}).optional(),
      seed: z.number().optional(),
      stopSequences: z.array(z.string()).optional(),
      thinkingConfig: z
        .strictObject({ thinkingBudget: z.number().optional(), thinkingLevel: z.string().optional() })
        .optional(),
    })
    .optional(),
  safetySettings: z.array(z.unknown()).optional(),
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z
          .array(z.looseObject({ name: z.string(), parametersJsonSchema: z.unknown() }))
          .optional(),
      }),
    )
    .optional(),
  toolConfig: z
    .looseObject({ functionCallingConfig: z.looseObject({ mode: z.string() }).optional() })
    .optional(),
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

type Contents = z.infer<typeof Body>['contents'];

/** As many responses as calls, right behind them. */
function isPaired(contents: Contents): boolean {
  let open = 0;
  for (const { parts } of contents) {
    const responses = parts.filter((part) => 'functionResponse' in part).length;
    if (responses !== open) return false;
    open = parts.filter((part) => 'functionCall' in part).length;
  }
  return open === 0;
}

function toolsOf({ contents, tools = [], toolConfig }: z.infer<typeof Body>): FakeTools {
  const asked = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && !parts.some((part) => 'functionResponse' in part),
  );
  return {
    offered: tools.flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name, parametersJsonSchema: schema }) => ({ name, schema })),
    ),
    mayCall: toolConfig?.functionCallingConfig?.mode !== 'NONE',
    mustCall: toolConfig?.functionCallingConfig?.mode === 'ANY',
    results: contents
      .slice(asked)
      .flatMap(({ parts }) =>
        parts.flatMap((part) =>
          'functionResponse' in part ? [String(part.functionResponse.response.content)] : [],
        ),
      ),
  };
}

function argumentsOf(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    // Gemini sends arguments as JSON of their own, which can't be broken.
    return {};
  }
}

const counts = (usage: FakeUsage) => ({
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output,
  totalTokenCount: usage.input + usage.output,
});

function frame(
  call: FakeCall,
  text: string | null,
  { finishReason, usage }: { readonly finishReason?: string; readonly usage?: FakeUsage | null } = {},
): string {
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
    const { contents, systemInstruction, generationConfig, tools = [] } = parsed.data;
    const { responseMimeType, responseJsonSchema: schema } = generationConfig ?? {};
    if (responseMimeType && tools.length > 0 && !model.includes('gemini-3'))
      return { problem: "Function calling with a response mime type: 'application/json' is unsupported" };
    if (
      !takesTurns(
        contents.map(({ role }) => role),
        'user',
      )
    ) {
      return { problem: 'contents: roles must alternate, and the user begins and ends' };
    }
    if (!isPaired(contents)) return { problem: 'contents: every functionCall needs its functionResponse' };
    const question = contents.findLast(({ role }) => role === 'user');
    const images = question?.parts.filter((part) => 'inlineData' in part).length ?? 0;
    const turns = contents.map(({ role, parts }) => ({
      role: role === 'model' ? ('assistant' as const) : role,
      text: textOf(parts),
    }));
    const instructions = systemInstruction
      ? [{ role: 'system' as const, text: textOf(systemInstruction.parts) }]
      : [];
    return {
      model,
      turns: [...instructions, ...turns],
      includeUsage: true,
      tools: toolsOf(parsed.data),
      images,
      ...(responseMimeType && { json: { schema } }),
    };
  },
  trouble(kind, model) {
    const body = (code: number, status: string, message: string) => ({ error: { code, message, status } });
    if (kind === 'nomodel') {
      const message = `models/${model} is not found for API version v1beta, or is not supported for generateContent.`;
      return { status: 404, body: body(404, 'NOT_FOUND', message) };
    }
    if (kind === 'noaccess') {
      const message = 'Generative Language API has not been used in project 1 before or it is disabled.';
      return { status: 403, body: body(403, 'PERMISSION_DENIED', message) };
    }
    if (kind === 'toolong') {
      const message =
        'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).';
      return { status: 400, body: body(400, 'INVALID_ARGUMENT', message) };
    }
    const message =
      'You exceeded your current quota, please check your plan and billing details.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 0';
    return { status: 429, body: body(429, 'RESOURCE_EXHAUSTED', message) };
  },
  errorBody: (status, message) => ({
    error: { code: status, message, status: errorStatuses[status] ?? 'INTERNAL' },
  }),
  open: () => '',
  text: (call, text) => frame(call, text),
  calls: (call, calls, usage) =>
    sse({
      candidates: [
        {
          content: {
            role: 'model',
            parts: calls.map(({ name, input }) => ({
              functionCall: { name, args: argumentsOf(input) },
              thoughtSignature: 'c2lnbmVk',
            })),
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: counts(usage),
      modelVersion: call.model,
    }),
  close: (call, ending, usage) =>
    frame(call, ending === 'refused' ? null : '', {
      finishReason: ending === 'refused' ? 'SAFETY' : 'STOP',
      usage,
    }),
  errorFrame: () => sse({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }),
};
