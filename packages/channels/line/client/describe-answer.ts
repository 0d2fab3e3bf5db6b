import { z } from 'zod';
import type { LineAnswer } from './line-client.ts';

const ErrorBody = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  details: z
    .array(z.object({ message: z.string().optional(), property: z.string().optional() }))
    .optional()
    .catch(undefined),
});

/** The vendor's own sentence of an error answer, with each detail as `property: message`; empty when it gave none. */
export function vendorSentence(body: unknown): string {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return '';
  const { message, error, error_description, details = [] } = parsed.data;
  const reasons = details.map((each) => [each.property, each.message].filter(Boolean).join(': '));
  return [message ?? error_description ?? error ?? '', ...reasons].filter(Boolean).join('; ');
}

/** One line for the owner: status and sentence of an answer, or why there is none. */
export function describeAnswer(answer: LineAnswer): string {
  if (answer.kind !== 'answered') return answer.detail;
  const sentence = vendorSentence(answer.body);
  return sentence === '' ? `HTTP ${answer.status}` : `HTTP ${answer.status}: ${sentence}`;
}
