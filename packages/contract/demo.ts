import { z } from 'zod';
import { Locale } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const DEMO_QUESTION_MAX = 500;

export const DemoQuestion = z
  .object({
    message: z.string().trim().min(1).max(DEMO_QUESTION_MAX),
    /** Of the page; where the question's own language is clear, that one is answered in. */
    locale: Locale.optional(),
  })
  .strict();

export const DemoAnswer = z
  .object({
    /** Markdown; `[1]` points to a section. */
    text: z.string(),
    sections: z.array(z.object({ number: z.number().int(), title: z.string() })),
    outcome: z.enum(['answered', 'not_found']),
  })
  .meta({ id: 'DemoAnswer' });
export type DemoAnswer = z.infer<typeof DemoAnswer>;

export const askDemo = endpoint({
  method: 'POST',
  path: '/api/public/demo/chat',
  summary:
    'Ask the demo bot about Hanasu: the built-in model answers from the guide that comes with it, without an account, tokens or anything stored. As often from one address as PUBLIC_CHAT_PER_DAY and PUBLIC_CHAT_PER_MINUTE allow; 404 with DEMO_BOT=off',
  tag: 'gallery',
  access: 'public',
  body: DemoQuestion,
  status: 200,
  output: DemoAnswer,
  errors: ['chat_limit_reached'],
});
