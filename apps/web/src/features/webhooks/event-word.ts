import { WEB_HOOK_EVENTS } from '@hanasu/contract/web-hooks';
import type { useWords } from '../../i18n/use-words.ts';

type Translate = ReturnType<typeof useWords>['t'];

const KEYS = {
  'message.received': 'message_received',
  'message.answered': 'message_answered',
  'conversation.handover': 'conversation_handover',
  'conversation.closed': 'conversation_closed',
  'customer.created': 'customer_created',
  'customer.updated': 'customer_updated',
  'customer.merged': 'customer_merged',
  'customer.tagged': 'customer_tagged',
  'form.submitted': 'form_submitted',
  'link.clicked': 'link_clicked',
  'broadcast.finished': 'broadcast_finished',
  'post.published': 'post_published',
} as const;

/** An event in words; one that a newer server knows stands as it is. */
export function eventWord(t: Translate, event: string): string {
  if (event === 'test') return t('webHooks.events.test');
  if (event === 'customer.rule') return t('webHooks.events.customer_rule');
  const known = WEB_HOOK_EVENTS.find((one) => one === event);
  return known ? t(`webHooks.events.${KEYS[known]}`) : event;
}
