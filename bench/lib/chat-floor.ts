import { parseArgs } from 'node:util';
import { createOpenAI } from '@ai-sdk/openai';
import { createUIMessageStreamResponse, streamText, toUIMessageStream } from 'ai';
import fastify from 'fastify';

/** The floor of the chat bench: Fastify and the AI SDK, no database, no sign-in, nothing stored. */
const { values } = parseArgs({ options: { port: { type: 'string' }, model: { type: 'string' } } });
const openai = createOpenAI({ apiKey: 'bench', baseURL: process.env.OPENAI_BASE_URL ?? '' });
const model = openai.chat(values.model ?? 'gpt-4o-mini');

const app = fastify();
app.post('/api/chat', async (request, reply) => {
  const { message } = request.body as { message: string };
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const result = streamText({
    model,
    instructions: 'You answer customers.',
    messages: [{ role: 'user', content: message }],
    maxOutputTokens: 1500,
    maxRetries: 0,
    abortSignal: gone.signal,
  });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) });
});
await app.listen({ port: Number(values.port), host: '127.0.0.1' });
console.log('floor is ready');
