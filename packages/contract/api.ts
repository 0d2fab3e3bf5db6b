import * as accounts from './accounts.ts';
import * as actions from './actions.ts';
import * as apiKeys from './api-keys.ts';
import * as billing from './billing.ts';
import * as botFiles from './bot-files.ts';
import * as botVersions from './bot-versions.ts';
import * as bots from './bots.ts';
import * as broadcastAb from './broadcast-ab.ts';
import * as broadcastReport from './broadcast-report.ts';
import * as broadcastSettings from './broadcast-settings.ts';
import * as broadcastSums from './broadcast-sums.ts';
import * as broadcasts from './broadcasts.ts';
import * as budgets from './budgets.ts';
import * as channelLog from './channel-log.ts';
import * as channelSettings from './channel-settings.ts';
import * as channels from './channels.ts';
import * as chat from './chat.ts';
import * as chats from './chats.ts';
import * as curated from './curated.ts';
import * as customerFields from './customer-fields.ts';
import * as customerImports from './customer-imports.ts';
import * as customerMerges from './customer-merges.ts';
import * as customerTasks from './customer-tasks.ts';
import * as customers from './customers.ts';
import * as demo from './demo.ts';
import * as documentQuestions from './document-questions.ts';
import * as documents from './documents.ts';
import * as embed from './embed.ts';
import * as embeddings from './embeddings.ts';
import type { Endpoint } from './endpoint.ts';
import * as formSubmissions from './form-submissions.ts';
import * as forms from './forms.ts';
import * as friends from './friends.ts';
import * as gallery from './gallery.ts';
import * as groups from './groups.ts';
import * as inbox from './inbox.ts';
import * as inboxWork from './inbox-work.ts';
import * as insights from './insights.ts';
import * as knowledge from './knowledge.ts';
import * as knowledgeHealth from './knowledge-health.ts';
import * as knowledgeModels from './knowledge-models.ts';
import * as lineChannels from './line-channels.ts';
import * as links from './links.ts';
import * as media from './media.ts';
import * as menuPictures from './menu-pictures.ts';
import * as menuReports from './menu-reports.ts';
import * as menusAtLine from './menus-at-line.ts';
import * as messageTemplates from './message-templates.ts';
import * as modelKeys from './model-keys.ts';
import * as n8n from './n8n.ts';
import * as notify from './notify.ts';
import * as payments from './payments.ts';
import * as postHelp from './post-help.ts';
import * as posts from './posts.ts';
import * as privacy from './privacy.ts';
import * as questionSets from './question-sets.ts';
import * as receipts from './receipts.ts';
import * as richMenus from './rich-menus.ts';
import * as richMessages from './rich-messages.ts';
import * as segments from './segments.ts';
import * as services from './services.ts';
import * as sessions from './sessions.ts';
import * as social from './social.ts';
import * as system from './system.ts';
import * as tags from './tags.ts';
import * as team from './team.ts';
import * as toolConfirmations from './tool-confirmations.ts';
import * as toolRuns from './tool-runs.ts';
import * as tools from './tools.ts';
import * as webHooks from './web-hooks.ts';
import * as websites from './websites.ts';

/** Every endpoint but those for administrators, for OpenAPI and for the checks that call each of them. */
export const ENDPOINTS: readonly Endpoint[] = [
  accounts,
  sessions,
  social,
  team,
  privacy,
  services,
  knowledge,
  knowledgeModels,
  documents,
  embeddings,
  websites,
  questionSets,
  documentQuestions,
  knowledgeHealth,
  bots,
  tools,
  toolRuns,
  n8n,
  toolConfirmations,
  botVersions,
  botFiles,
  curated,
  chat,
  chats,
  gallery,
  demo,
  embed,
  channels,
  channelSettings,
  channelLog,
  friends,
  customers,
  customerTasks,
  customerImports,
  customerMerges,
  customerFields,
  segments,
  actions,
  tags,
  forms,
  formSubmissions,
  lineChannels,
  links,
  menuPictures,
  menuReports,
  menusAtLine,
  richMenus,
  richMessages,
  messageTemplates,
  broadcasts,
  broadcastSettings,
  broadcastAb,
  broadcastSums,
  broadcastReport,
  groups,
  inbox,
  inboxWork,
  media,
  notify,
  billing,
  budgets,
  postHelp,
  posts,
  payments,
  receipts,
  insights,
  apiKeys,
  modelKeys,
  webHooks,
  system,
].flatMap((module) => Object.values(module).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value &&
    value.access !== 'administrator'
  );
}
