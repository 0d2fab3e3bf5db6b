import { z } from 'zod';
import type { ZaloAnswer } from './zalo-client.ts';

/** What an answer means. The vendor tells failures with HTTP 200, so only the number in the body counts. */
export type Verdict =
  | { readonly kind: 'done'; readonly data: unknown }
  /** Certain that nothing was done. `code` is the vendor's (negative), or an HTTP status. */
  | { readonly kind: 'refused'; readonly code: number; readonly detail: string; readonly sentence: string }
  | { readonly kind: 'not-sent'; readonly detail: string }
  /** It may or may not have been done. */
  | { readonly kind: 'unclear'; readonly detail: string };

const text = z.string().optional().catch(undefined);
const Body = z.object({
  error: z.coerce.number().optional(),
  message: text,
  error_name: text,
  error_reason: text,
  error_description: text,
  data: z.unknown().optional(),
});

/** An answer without `error` is the token endpoint's; its whole body is the data. */
export function judge(answer: ZaloAnswer): Verdict {
  if (answer.kind === 'not-sent') return { kind: 'not-sent', detail: `not sent: ${answer.detail}` };
  if (answer.kind === 'no-answer') return { kind: 'unclear', detail: answer.detail };
  const body = Body.safeParse(answer.body).data;
  const { status } = answer;
  const code = body?.error;
  if (code !== undefined && code !== 0) {
    const sentence = sentenceOf(body);
    return { kind: 'refused', code, sentence, detail: `${code}${sentence === '' ? '' : `: ${sentence}`}` };
  }
  if (status >= 500) return { kind: 'unclear', detail: `HTTP ${status}` };
  const isDone = status >= 200 && status < 300;
  if (!isDone) {
    const sentence = sentenceOf(body);
    return {
      kind: 'refused',
      code: status,
      sentence,
      detail: `HTTP ${status}${sentence === '' ? '' : `: ${sentence}`}`,
    };
  }
  if (body === undefined) return { kind: 'unclear', detail: 'the answer can’t be read' };
  return { kind: 'done', data: code === undefined ? answer.body : body.data };
}

/** `error_reason` is often empty, `error_name` then says it. */
function sentenceOf(body: z.infer<typeof Body> | undefined): string {
  const parts = [body?.message, body?.error_name, body?.error_reason, body?.error_description];
  return [...new Set(parts.filter(Boolean))].join('; ');
}
