import { z } from 'zod';
import { fakeOpenAI } from './fake-openai.ts';
import type { FakeVendor } from './fake-vendor.ts';

/** An OpenAI-compatible server such as Ollama: takes calls without a key, knows none of OpenAI's newer fields. */
export const fakeCompatible: FakeVendor = {
  ...fakeOpenAI,
  name: 'compatible',
  modelOf(path, body) {
    if (path !== '/compatible/v1/chat/completions') return null;
    const model = z.object({ model: z.string() }).safeParse(body);
    return model.success ? model.data.model : '';
  },
  /** As Ollama and OpenRouter say it. */
  trouble(kind, model) {
    const body = (message: string, type: string) => ({ error: { message, type, param: null, code: null } });
    if (kind === 'nomodel') {
      const message = `model "${model}" not found, try pulling it first`;
      return { status: 404, body: body(message, 'not_found_error') };
    }
    if (kind === 'toolong') {
      const message = 'the request exceeds the available context size, try increasing it';
      const error = {
        code: 400,
        message,
        type: 'exceed_context_size_error',
        n_prompt_tokens: 9000,
        n_ctx: 4096,
      };
      return { status: 400, body: { error } };
    }
    if (kind === 'noaccess') return { status: 403, body: body('This key is limited.', 'permission_error') };
    return { status: 402, body: { error: { code: 402, message: 'Insufficient credits. Add more.' } } };
  },
  isAuthorised: ({ authorization }) =>
    authorization === undefined || /^Bearer (?!wrong)\S+$/.test(authorization),
  read(model, body, headers) {
    const { success } = z
      .looseObject({
        max_completion_tokens: z.never().optional(),
        store: z.never().optional(),
        messages: z.array(z.looseObject({ role: z.enum(['system', 'user', 'assistant', 'tool']) })),
      })
      .safeParse(body);
    return success ? fakeOpenAI.read(model, body, headers) : { problem: 'unknown parameter or role' };
  },
};
