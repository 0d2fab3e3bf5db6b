import { accountsFeature } from '../features/accounts/feature.ts';
import { answeringFeature } from '../features/answering/feature.ts';
import { apiKeysFeature } from '../features/api-keys/feature.ts';
import { automationsFeature } from '../features/automations/feature.ts';
import { billingFeature } from '../features/billing/feature.ts';
import { botsFeature } from '../features/bots/feature.ts';
import { broadcastsFeature } from '../features/broadcasts/feature.ts';
import { channelsFeature } from '../features/channels/feature.ts';
import { contactsFeature } from '../features/contacts/feature.ts';
import { conversationsFeature } from '../features/conversations/feature.ts';
import { evaluationFeature } from '../features/evaluation/feature.ts';
import { formsFeature } from '../features/forms/feature.ts';
import { inboxFeature } from '../features/inbox/feature.ts';
import { insightsFeature } from '../features/insights/feature.ts';
import { knowledgeFeature } from '../features/knowledge/feature.ts';
import { linksFeature } from '../features/links/feature.ts';
import { messageTemplatesFeature } from '../features/message-templates/feature.ts';
import { messagingFeature } from '../features/messaging/feature.ts';
import { notificationsFeature } from '../features/notifications/feature.ts';
import { paymentsFeature } from '../features/payments/feature.ts';
import { postsFeature } from '../features/posts/feature.ts';
import { privacyFeature } from '../features/privacy/feature.ts';
import { publicApiFeature } from '../features/public-api/feature.ts';
import { richMenusFeature } from '../features/rich-menus/feature.ts';
import { systemFeature } from '../features/system/feature.ts';
import { webChatFeature } from '../features/web-chat/feature.ts';
import { webhooksFeature } from '../features/webhooks/feature.ts';
import type { Feature } from '../platform/feature.ts';
import type { AppContext } from './context.ts';
import type { HttpContext, WorkContext } from './contexts.ts';

/**
 * Everything the product consists of, from the ground up: their workers start in this order and stop in the opposite
 * one. Web hooks and notifications come first because they send what all others publish.
 */
export const FEATURES: readonly Feature<HttpContext, WorkContext, AppContext>[] = [
  webhooksFeature,
  notificationsFeature,
  accountsFeature,
  billingFeature,
  apiKeysFeature,
  contactsFeature,
  linksFeature,
  conversationsFeature,
  knowledgeFeature,
  channelsFeature,
  botsFeature,
  messageTemplatesFeature,
  automationsFeature,
  inboxFeature,
  answeringFeature,
  messagingFeature,
  formsFeature,
  paymentsFeature,
  postsFeature,
  richMenusFeature,
  broadcastsFeature,
  webChatFeature,
  publicApiFeature,
  evaluationFeature,
  insightsFeature,
  privacyFeature,
  systemFeature,
];
