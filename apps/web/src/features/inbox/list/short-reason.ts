import type { ConversationView } from '@hanasu/contract/inbox';
import { DELIVERY_WAITING_REASONS } from '@hanasu/contract/inbox';

const SHORT = {
  keyword: 'asked',
  handed_over: 'asked',
  not_found: 'noAnswer',
  failures: 'noAnswer',
  low_confidence: 'unsure',
  bad_feedback: 'unhappy',
  not_text: 'notText',
  tool_approval: 'approval',
  tool_unclear: 'action',
  tool_failed: 'action',
  no_budget: 'noTokens',
  no_tokens: 'noTokens',
  paused: 'botOff',
  not_published: 'botOff',
  model_failed: 'botOff',
} as const satisfies Partial<Record<NonNullable<ConversationView['waitingReason']>, string>>;

const isDelivery = (reason: string) => DELIVERY_WAITING_REASONS.some((known) => known === reason);

/** Why a person is wanted, in a word or two; everything rarer is only that. */
export function shortReason(reason: ConversationView['waitingReason']) {
  if (reason === null) return 'person';
  if (isDelivery(reason)) return 'notSent';
  return reason in SHORT ? SHORT[reason as keyof typeof SHORT] : 'person';
}
