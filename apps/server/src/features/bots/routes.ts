import * as files from '@hanasu/contract/bot-files';
import * as versions from '@hanasu/contract/bot-versions';
import * as contract from '@hanasu/contract/bots';
import type { Implement } from '../../platform/http/implement.ts';
import { editedConfig } from './config/bot-config.ts';
import { listPage, readActivity } from './config/bots.store.ts';
import {
  botViews,
  changeBot,
  createBot,
  type DeleteBotDependencies,
  deleteBot,
  getBot,
  viewBot,
} from './config/bots.ts';
import {
  createFromTemplate,
  duplicateBot,
  exportBot,
  importBot,
  type TemplateDependencies,
} from './config/copies.ts';
import { type KnowledgeAddresses, namedHosts, unlistedHosts } from './config/find-link-hosts.ts';
import { TEMPLATES } from './config/templates/templates.ts';
import {
  discardDraft,
  pauseBot,
  publishBot,
  readVersion,
  readVersions,
  rollBackBot,
} from './versions/versions.ts';

export interface BotRouteDependencies extends TemplateDependencies, DeleteBotDependencies {
  readonly knowledgeAddresses: KnowledgeAddresses;
}

export function addBotRoutes(implement: Implement, dependencies: BotRouteDependencies): void {
  const { database } = dependencies;
  implement(contract.listBots, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const offset = (query.page - 1) * query.pageSize;
      const { rows, total } = await listPage(transaction, { q: query.q, limit: query.pageSize, offset });
      return { items: await botViews(transaction, rows), total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.listBotActivity, (_, { session }) =>
    database.account(session.accountId, async (transaction) => ({ items: await readActivity(transaction) })),
  );
  implement(contract.createBot, ({ body }, { session }) => createBot(dependencies, session, body));
  implement(contract.getBot, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => viewBot(transaction, params.uuid)),
  );
  implement(contract.updateBot, ({ params, body }, { session }) =>
    changeBot(dependencies, { session, id: params.uuid }, body),
  );
  implement(contract.listLinkHosts, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { knowledgeUuids, ...texts } = editedConfig(await getBot(transaction, params.uuid));
      const bot = { id: params.uuid, knowledgeIds: knowledgeUuids, ...texts };
      const items = await namedHosts(transaction, bot, dependencies.knowledgeAddresses);
      const asked = { bot, named: items };
      return { items, unlisted: await unlistedHosts(transaction, asked, dependencies.knowledgeAddresses) };
    }),
  );
  implement(contract.deleteBot, async ({ params }, { session }) => {
    await deleteBot(dependencies, session, params.uuid);
    return undefined;
  });
  addVersions(implement, dependencies);
  addFiles(implement, dependencies);
}

function addVersions(implement: Implement, dependencies: TemplateDependencies): void {
  const { database } = dependencies;
  implement(versions.publishBot, ({ params, body }, { session }) =>
    publishBot(database, { actor: session, id: params.uuid }, body.note),
  );
  implement(versions.listBotVersions, ({ params, query }, { session }) =>
    readVersions(database, { session, id: params.uuid }, query),
  );
  implement(versions.getBotVersion, ({ params }, { session }) =>
    readVersion(database, { session, id: params.uuid }, params.number),
  );
  implement(versions.rollBackBot, ({ params, body }, { session }) =>
    rollBackBot(dependencies, { actor: session, id: params.uuid }, body.number),
  );
  implement(versions.discardDraft, ({ params }, { session }) => discardDraft(database, session, params.uuid));
  implement(versions.pauseBot, ({ params, body }, { session }) =>
    pauseBot(database, { actor: session, id: params.uuid }, body.paused),
  );
}

function addFiles(implement: Implement, dependencies: TemplateDependencies): void {
  const { database } = dependencies;
  implement(files.duplicateBot, ({ params, body }, { session }) =>
    duplicateBot(database, { session, id: params.uuid }, body.name),
  );
  implement(files.exportBot, ({ params }, { session }) => exportBot(database, session, params.uuid));
  implement(files.importBot, ({ body }, { session }) => importBot(dependencies, session, body));
  implement(files.listBotTemplates, async () => ({ items: [...TEMPLATES] }));
  implement(files.createBotFromTemplate, ({ body }, { session }) =>
    createFromTemplate(dependencies, session, body),
  );
}
