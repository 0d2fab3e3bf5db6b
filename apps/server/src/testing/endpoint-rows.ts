import * as accounts from '@hanasu/contract/accounts';
import * as billing from '@hanasu/contract/billing';
import * as bots from '@hanasu/contract/bots';
import * as channels from '@hanasu/contract/channels';
import * as chat from '@hanasu/contract/chat';
import * as inbox from '@hanasu/contract/inbox';
import * as insights from '@hanasu/contract/insights';
import * as knowledge from '@hanasu/contract/knowledge';
import * as services from '@hanasu/contract/services';
import * as system from '@hanasu/contract/system';
import * as toolConfirmations from '@hanasu/contract/tool-confirmations';
import type { EndpointWorld } from './endpoint-world.ts';
import { API_ROWS } from './rows/api.rows.ts';
import { BOT_ROWS } from './rows/bots.rows.ts';
import { BROADCAST_ROWS } from './rows/broadcasts.rows.ts';
import { CHANNEL_LOG_ROWS } from './rows/channel-log.rows.ts';
import { CHANNEL_SETTINGS_ROWS } from './rows/channel-settings.rows.ts';
import { CHANNEL_ROWS } from './rows/channels.rows.ts';
import { CHAT_ROWS } from './rows/chats.rows.ts';
import { CREDENTIAL_ROWS } from './rows/credentials.rows.ts';
import { CURATED_ROWS } from './rows/curated.rows.ts';
import { CUSTOMER_TASK_ROWS } from './rows/customer-tasks.rows.ts';
import { CUSTOMER_ROWS } from './rows/customers.rows.ts';
import { DOCUMENT_ROWS } from './rows/documents.rows.ts';
import { EMBEDDING_ROWS } from './rows/embeddings.rows.ts';
import { FORM_ROWS } from './rows/forms.rows.ts';
import { FRIEND_ROWS } from './rows/friends.rows.ts';
import { GROUP_ROWS } from './rows/groups.rows.ts';
import { INBOX_WORK_ROWS } from './rows/inbox-work.rows.ts';
import { KNOWLEDGE_MODEL_ROWS } from './rows/knowledge-models.rows.ts';
import { MEDIA_ROWS } from './rows/media.rows.ts';
import { MESSAGE_TEMPLATE_ROWS } from './rows/message-templates.rows.ts';
import { MODEL_KEY_ROWS } from './rows/model-keys.rows.ts';
import { NOTIFY_ROWS } from './rows/notify.rows.ts';
import { PAYMENT_ROWS } from './rows/payments.rows.ts';
import { POST_ROWS } from './rows/posts.rows.ts';
import { PRIVACY_ROWS } from './rows/privacy.rows.ts';
import { PUBLIC_ROWS } from './rows/public.rows.ts';
import { QUESTION_SET_ROWS } from './rows/question-sets.rows.ts';
import { RICH_MENU_ROWS } from './rows/rich-menus.rows.ts';
import { RICH_MESSAGE_ROWS } from './rows/rich-messages.rows.ts';
import { type EndpointRow, nothing, password, row, WRONG_PAGES, wrongBodies } from './rows/row.ts';
import { ACTION_ROWS, SEGMENT_ROWS } from './rows/segments.rows.ts';
import { SESSION_ROWS } from './rows/sessions.rows.ts';
import { SOCIAL_ROWS } from './rows/social.rows.ts';
import { TEAM_ROWS } from './rows/team.rows.ts';
import { TOOL_ROWS } from './rows/tools.rows.ts';
import { WEBSITE_ROWS } from './rows/websites.rows.ts';

const line = (world: EndpointWorld) => ({
  name: 'Official',
  ...world.newLineAccount(),
  botUuid: world.bot.uuid,
});

/** One line for each endpoint of the contract; the test fails while one is missing. */
export const ENDPOINT_ROWS: readonly EndpointRow[] = [
  ...ACTION_ROWS,
  ...API_ROWS,
  ...BOT_ROWS,
  ...CURATED_ROWS,
  ...CUSTOMER_ROWS,
  ...CUSTOMER_TASK_ROWS,
  ...SEGMENT_ROWS,
  ...EMBEDDING_ROWS,
  ...CREDENTIAL_ROWS,
  ...SESSION_ROWS,
  ...SOCIAL_ROWS,
  ...TEAM_ROWS,
  ...TOOL_ROWS,
  ...WEBSITE_ROWS,
  ...PRIVACY_ROWS,
  ...MODEL_KEY_ROWS,
  ...CHAT_ROWS,
  ...PUBLIC_ROWS,
  ...GROUP_ROWS,
  ...DOCUMENT_ROWS,
  ...KNOWLEDGE_MODEL_ROWS,
  ...QUESTION_SET_ROWS,
  ...NOTIFY_ROWS,
  ...PAYMENT_ROWS,
  ...MEDIA_ROWS,
  ...INBOX_WORK_ROWS,
  ...FORM_ROWS,
  ...RICH_MENU_ROWS,
  ...RICH_MESSAGE_ROWS,
  ...MESSAGE_TEMPLATE_ROWS,
  ...POST_ROWS,
  ...BROADCAST_ROWS,
  ...FRIEND_ROWS,
  ...CHANNEL_SETTINGS_ROWS,
  ...CHANNEL_ROWS,
  ...CHANNEL_LOG_ROWS,
  row(
    accounts.register,
    (world) => ({
      body: {
        username: world.newName(),
        email: `${world.newName()}@example.com`,
        password,
        acceptedTerms: true as const,
      },
    }),
    wrongBodies({
      username: { username: 'a b', email: 'a@example.com', password },
      email: { username: 'somebody', email: 'nowhere', password },
      password: { username: 'somebody', email: 'a@example.com', password: 'short' },
      locale: { username: 'somebody', email: 'a@example.com', password, locale: 'fr' },
    }),
  ),
  row(
    accounts.login,
    ({ person }) => ({ body: { identifier: person.user.username, password: person.password } }),
    wrongBodies({ identifier: { identifier: '', password }, password: { identifier: 'somebody' } }),
  ),
  row(accounts.me, () => ({ query: { populate: 'avatar' as const } }), [
    { query: { populate: 'password' }, path: 'query.populate' },
  ]),
  row(services.listServices, nothing),

  row(knowledge.listKnowledge, nothing, WRONG_PAGES),
  row(knowledge.createKnowledge, () => ({ body: { name: 'Menu' } }), wrongBodies({ name: { name: ' ' } })),
  row(knowledge.getKnowledge, (world) => ({ params: { uuid: world.knowledge.uuid } })),
  row(
    knowledge.updateKnowledge,
    (world) => ({ params: { uuid: world.knowledge.uuid }, body: { name: 'Shop' } }),
    wrongBodies({ name: { name: 5 } }),
  ),
  row(knowledge.deleteKnowledge, async (world) => ({ params: { uuid: await world.newKnowledge() } })),
  row(knowledge.listDocuments, (world) => ({ params: { uuid: world.knowledge.uuid } }), [
    ...WRONG_PAGES,
    { query: { status: 'lost' }, path: 'query.status' },
  ]),
  row(
    knowledge.createDocument,
    (world) => ({ params: { uuid: world.knowledge.uuid }, body: { title: 'Note', text: 'Open on Sunday.' } }),
    wrongBodies({ title: { title: '', text: 'Open.' }, text: { title: 'Note' } }),
  ),
  row(knowledge.getDocument, (world) => ({ params: world.documentParams })),
  row(knowledge.getDocumentText, (world) => ({ params: world.documentParams })),
  row(knowledge.retryDocument, async (world) => ({ params: await world.newDocument() })),
  row(knowledge.deleteDocument, async (world) => ({ params: await world.newDocument() })),
  row(
    knowledge.listEmbeddings,
    (world) => ({ params: { uuid: world.documentParams.document } }),
    WRONG_PAGES,
  ),
  row(
    knowledge.searchKnowledge,
    (world) => ({ params: { uuid: world.knowledge.uuid }, body: { query: 'parking' } }),
    wrongBodies({ query: { query: '' }, limit: { query: 'parking', limit: 51 } }),
  ),

  row(bots.listBots, nothing, WRONG_PAGES),
  row(bots.listBotActivity, nothing),
  row(
    bots.createBot,
    (world) => ({
      body: { name: 'Clerk', serviceUuid: 'builtin-extractive', knowledgeUuids: [world.knowledge.uuid] },
    }),
    wrongBodies({
      name: { serviceUuid: 'builtin-extractive' },
      serviceUuid: { name: 'Clerk', serviceUuid: '' },
      instructions: { name: 'Clerk', serviceUuid: 'builtin-extractive', instructions: 'x'.repeat(20_001) },
      'knowledgeUuids.0': { name: 'Clerk', serviceUuid: 'builtin-extractive', knowledgeUuids: ['one'] },
    }),
  ),
  row(bots.getBot, (world) => ({ params: { uuid: world.bot.uuid } })),
  row(
    bots.updateBot,
    (world) => ({ params: { uuid: world.bot.uuid }, body: { instructions: 'Be kind.' } }),
    wrongBodies({ showSources: { showSources: 'yes' } }),
  ),
  row(bots.deleteBot, async (world) => ({ params: { uuid: await world.newBot() } })),
  row(
    chat.chat,
    (world) => ({ body: { botUuid: world.bot.uuid, message: 'Is parking free?' } }),
    wrongBodies({
      botUuid: { botUuid: 'clerk', message: 'Hello' },
      message: { botUuid: crypto.randomUUID(), message: ' ' },
      conversationUuid: { botUuid: crypto.randomUUID(), message: 'Hello', conversationUuid: 'last' },
    }),
  ),

  row(
    channels.connectLine,
    (world) => ({ body: line(world) }),
    wrongBodies({
      channelId: { ...lineShape(), channelId: '@shop' },
      channelSecret: { ...lineShape(), channelSecret: 'short' },
      channelAccessToken: { ...lineShape(), channelAccessToken: 'short' },
    }),
  ),
  row(
    channels.createSandboxChannel,
    (world) => ({ body: { name: 'Try', kind: 'line', botUuid: world.bot.uuid } }),
    wrongBodies({
      name: { name: '', kind: 'line', botUuid: crypto.randomUUID() },
      kind: { name: 'Try', kind: 'pigeon', botUuid: crypto.randomUUID() },
    }),
  ),
  row(channels.listChannels, nothing, WRONG_PAGES),
  row(channels.getChannel, (world) => ({ params: { uuid: world.channel.uuid } })),
  row(
    channels.updateChannel,
    (world) => ({ params: { uuid: world.channel.uuid }, body: { name: 'Counter' } }),
    wrongBodies({ batchingDelay: { batchingDelay: 30_001 } }),
  ),
  row(channels.testChannel, (world) => ({ params: { uuid: world.channel.uuid } })),
  row(channels.disconnectChannel, async (world) => ({ params: { uuid: await world.newChannel() } })),
  row(channels.deleteChannel, async (world) => ({ params: { uuid: await world.newChannel() } })),
  row(channels.getSimulator, (world) => ({ params: { uuid: world.channel.uuid, friend: 'alex' as const } })),
  row(
    channels.actAsSimulatorFriend,
    (world) => ({
      params: { uuid: world.channel.uuid, friend: 'alex' as const },
      body: { action: 'sticker' as const },
    }),
    wrongBodies({ action: { action: 'dance' }, text: { action: 'text', text: '' } }),
  ),

  row(inbox.listConversations, nothing, [
    ...WRONG_PAGES,
    { query: { handling: 'robot' }, path: 'query.handling' },
    { query: { channelUuid: 'line' }, path: 'query.channelUuid' },
    { query: { unread: 'perhaps' }, path: 'query.unread' },
  ]),
  row(inbox.getConversation, (world) => ({ params: { uuid: world.conversation } })),
  row(inbox.listMessages, (world) => ({ params: { uuid: world.conversation } }), [
    ...WRONG_PAGES,
    { query: { before: 'yesterday' }, path: 'query.before' },
  ]),
  row(
    inbox.sendOperatorMessage,
    (world) => ({ params: { uuid: world.conversation }, body: { text: 'I am here now.' } }),
    wrongBodies({ text: { text: 'x'.repeat(5001) } }),
  ),
  row(inbox.resendMessage, async (world) => ({
    params: { uuid: world.conversation, message: await world.newFailedMessage() },
  })),
  row(
    inbox.setHandling,
    (world) => ({ params: { uuid: world.conversation }, body: { handling: 'operator' as const } }),
    wrongBodies({ handling: { handling: 'waiting' } }),
  ),
  row(toolConfirmations.listToolConfirmations, (world) => ({ params: { uuid: world.conversation } })),
  row(
    toolConfirmations.decideToolConfirmation,
    async (world) => ({
      params: { uuid: world.conversation, confirmation: await world.newToolConfirmation() },
      body: { decision: 'decline' as const },
    }),
    wrongBodies({ decision: { decision: 'maybe' } }),
  ),
  row(inbox.markRead, (world) => ({ params: { uuid: world.conversation } })),
  row(inbox.markUnread, (world) => ({ params: { uuid: world.conversation } })),
  row(inbox.undoClose, async (world) => ({ params: { uuid: await world.closedConversation() } })),

  row(billing.tokenHistory, nothing, [
    ...WRONG_PAGES,
    { query: { from: 'monday' }, path: 'query.from' },
    { query: { kind: 'gift' }, path: 'query.kind' },
    { query: { botUuid: 'all' }, path: 'query.botUuid' },
  ]),
  row(billing.exportTokenHistory, nothing, [
    { query: { to: 'monday' }, path: 'query.to' },
    { query: { locale: 'xx' }, path: 'query.locale' },
  ]),
  row(billing.tokenUsage, () => ({ query: { by: 'day' as const } }), [
    { query: { by: 'hour' }, path: 'query.by' },
    { query: { by: 'bot', days: '8' }, path: 'query.days' },
    { query: { by: 'bot', from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, path: 'query.to' },
  ]),
  row(billing.tokenBalance, nothing),
  row(insights.home, nothing),
  row(insights.firstSteps, nothing),
  row(insights.getInsights, nothing, [{ query: { days: '8' }, path: 'query.days' }]),
  row(system.system, nothing),
  row(system.healthz, nothing),
  row(system.readyz, nothing),
  row(accounts.logout, nothing),
];

function lineShape() {
  return {
    name: 'Official',
    channelId: '1234567890',
    channelSecret: '0'.repeat(32),
    channelAccessToken: 'x'.repeat(40),
    botUuid: crypto.randomUUID(),
  };
}
