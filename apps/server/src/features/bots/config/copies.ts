import {
  BOT_FILE_FORMAT,
  BOT_FILE_VERSION,
  type BotFile,
  type BotTemplateView,
  type ImportWarning,
} from '@hanasu/contract/bot-files';
import type { BotConfig, BotView } from '@hanasu/contract/bots';
import type { AccountId, BotId, KnowledgeId } from '@hanasu/contract/ids';
import { BUILTIN_MODEL_UUID } from '@hanasu/models/catalogue/builtin.models';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { editedConfig, newConfig } from './bot-config.ts';
import { addBot, type BotDependencies, getBot, validateBotConfig, viewBot } from './bots.ts';
import { findTemplate } from './templates/templates.ts';

export interface TemplateDependencies extends BotDependencies {
  /** Makes a knowledge base with one sample text; it is read in the background. */
  readonly addSampleKnowledge: (
    accountId: AccountId,
    knowledge: BotTemplateView['knowledge'],
  ) => Promise<KnowledgeId>;
  /** Whether the account has a base that is more than a template's sample. */
  readonly hasOwnKnowledge: (transaction: AccountTransaction) => Promise<boolean>;
}

interface TemplateChoice extends Pick<BotTemplateView, 'template' | 'locale'> {
  readonly name?: string | undefined;
  readonly knowledgeUuids: readonly KnowledgeId[];
  readonly facts: Readonly<Record<string, string>>;
}

/** A draft with the knowledge that was chosen; the sample only serves an account that has nothing of its own. */
export async function createFromTemplate(
  dependencies: TemplateDependencies,
  { accountId }: Session,
  choice: TemplateChoice,
): Promise<{ bot: BotView; sampleUuid: KnowledgeId | null }> {
  const { database, addSampleKnowledge, hasOwnKnowledge } = dependencies;
  const template = findTemplate(choice.template, choice.locale);
  const config = configOf(template, choice);
  const needsSample = await database.account(accountId, async (transaction) => {
    await validateBotConfig(dependencies, transaction, { config, before: null });
    return config.knowledgeUuids.length === 0 && !(await hasOwnKnowledge(transaction));
  });
  const sampleUuid = needsSample ? await addSampleKnowledge(accountId, template.knowledge) : null;
  if (sampleUuid) {
    config.knowledgeUuids = [sampleUuid];
    config.settings.suggestedQuestions = template.suggestedQuestions;
  }
  const bot = await database.account(accountId, async (transaction) =>
    viewBot(transaction, await addBot(transaction, config, null)),
  );
  return { bot, sampleUuid };
}

/**
 * Facts become variables; a line of the instructions that names an optional one without a value is left out, and
 * questions to suggest are left to the shop: nobody knows yet whether its knowledge answers those of the sample.
 */
function configOf(template: BotTemplateView, choice: TemplateChoice): BotConfig {
  const variables = template.facts
    .map(({ name, label, required }) => ({ name, label, required, value: choice.facts[name] ?? '' }))
    .filter(({ required, value }) => required || value !== '');
  const known = new Set(variables.map(({ name }) => name));
  const left = template.facts.filter(({ name }) => !known.has(name)).map(({ name }) => `{{${name}}}`);
  const lines = template.instructions.split('\n');
  return newConfig({
    name: choice.name ?? template.name,
    serviceUuid: BUILTIN_MODEL_UUID,
    instructions: lines.filter((line) => !left.some((variable) => line.includes(variable))).join('\n'),
    greeting: template.greeting,
    noAnswerReply: '',
    knowledgeUuids: [...choice.knowledgeUuids],
    answerOnlyFromKnowledge: true,
    showSources: false,
    settings: { variables },
    draft: true,
  });
}

export const duplicateBot = (
  database: Database,
  { session, id }: { readonly session: Session; readonly id: BotId },
  name: string,
): Promise<BotView> =>
  database.account(session.accountId, async (transaction) => {
    const config = { ...editedConfig(await getBot(transaction, id)), name };
    return viewBot(transaction, await addBot(transaction, config, null));
  });

export const exportBot = (database: Database, session: Session, id: BotId): Promise<BotFile> =>
  database.account(session.accountId, async (transaction) => {
    const { knowledgeUuids, ...bot } = editedConfig(await getBot(transaction, id));
    const knowledge = await findKnowledgeNames(transaction, knowledgeUuids);
    return { format: BOT_FILE_FORMAT, version: BOT_FILE_VERSION, bot: { ...bot, knowledge } };
  });

const OPTIONAL_SERVICES = [
  ['fallbackServiceUuid', 'fallback_dropped'],
  ['cheaperServiceUuid', 'cheaper_dropped'],
] as const;

/** What this installation lacks is replaced or left out, and named. */
export const importBot = (
  { database, isServiceAvailable }: BotDependencies,
  { accountId, userId, address }: Actor,
  { bot: file }: BotFile,
): Promise<{ bot: BotView; warnings: ImportWarning[] }> =>
  database.account(accountId, async (transaction) => {
    const warnings: ImportWarning[] = [];
    const { knowledge, settings, ...bot } = file;
    const { monthlyBudget: _ignored, ...kept } = settings;
    const found = await findKnowledgeIds(transaction, knowledge);
    for (const name of knowledge) {
      if (!found.has(name)) warnings.push({ code: 'knowledge_missing', value: name });
    }
    const config = newConfig({ ...bot, settings: kept, knowledgeUuids: [...found.values()], draft: true });
    if (!(await isServiceAvailable(transaction, config.serviceUuid))) {
      warnings.push({ code: 'model_unavailable', value: config.serviceUuid });
      config.serviceUuid = BUILTIN_MODEL_UUID;
    }
    for (const [field, code] of OPTIONAL_SERVICES) {
      const service = config.settings[field];
      if (service === null || (await isServiceAvailable(transaction, service))) continue;
      warnings.push({ code, value: service });
      config.settings = { ...config.settings, [field]: null };
    }
    const id = await addBot(transaction, config, null);
    const data = { uuid: id };
    await recordAudit(transaction, { userId, address, action: 'bot.imported', target: config.name, data });
    return { bot: await viewBot(transaction, id), warnings };
  });

/** In the order of `ids`. */
async function findKnowledgeNames(
  transaction: AccountTransaction,
  ids: readonly KnowledgeId[],
): Promise<string[]> {
  const rows = await transaction.rows<{ name: string }>(
    `select k.name from unnest($2::uuid[]) with ordinality as wanted(id, position)
     join knowledges k on k.account_id = $1 and k.id = wanted.id order by wanted.position`,
    [transaction.accountId, ids],
  );
  return rows.map(({ name }) => name);
}

/** The oldest of each name. */
async function findKnowledgeIds(
  transaction: AccountTransaction,
  names: readonly string[],
): Promise<Map<string, KnowledgeId>> {
  const rows = await transaction.rows<{ name: string; id: KnowledgeId }>(
    `select distinct on (name) name, id from knowledges where account_id = $1 and name = any($2::text[])
     order by name, created_at`,
    [transaction.accountId, names],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}
