import * as contract from '@hanasu/contract/embed';
import type { FastifyInstance } from 'fastify';
import type { Implement } from '../../platform/http/implement.ts';
import { askEmbed, resumeAnswer } from './chat/ask-embed.ts';
import { addChatPage } from './chat-page.ts';
import type { EmbedDependencies } from './dependencies.ts';
import { listEmbeds } from './settings/embed.store.ts';
import {
  changeEmbedSetting,
  embedSetting,
  ownEmbed,
  readEmbedLook,
  rotateIdentitySecret,
} from './settings/embed-settings.ts';
import { createVisitorSession, findOpenEmbed } from './visitors/create-session.ts';
import { readVisitorMessages } from './visitors/read-visitor-messages.ts';

/** Visitors' calls are counted by visitor and address in the use cases, and here against floods. */
const VISITORS = { perMinute: 300 };

export function addEmbedRoutes(
  implement: Implement,
  dependencies: EmbedDependencies,
  app: FastifyInstance,
): void {
  const { database, publicUrl, tokens } = dependencies;
  implement(contract.getEmbedSetting, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) =>
      embedSetting(await ownEmbed(transaction, query.botUuid), publicUrl),
    ),
  );
  implement(contract.updateEmbedSetting, ({ body }, { session }) =>
    changeEmbedSetting(dependencies, session, body),
  );
  implement(contract.rotateIdentitySecret, ({ body }, { session }) =>
    rotateIdentitySecret(dependencies, session, body.botUuid),
  );
  implement(contract.listEmbedSettings, ({ query: { q, page, pageSize } }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const offset = (page - 1) * pageSize;
      const { rows, total } = await listEmbeds(transaction, { q, limit: pageSize, offset });
      return { items: rows, total, page, pageSize };
    }),
  );
  implement(contract.getEmbedLook, ({ params }, { request }) =>
    database.system(async (transaction) =>
      readEmbedLook(await findOpenEmbed(transaction, dependencies, params.botUuid, request)),
    ),
  );
  implement(
    contract.openEmbedSession,
    ({ params, body }, { request }) =>
      database.system(async (transaction) => {
        const embed = await findOpenEmbed(transaction, dependencies, params.botUuid, request);
        return createVisitorSession(dependencies, transaction, { embed, body });
      }),
    VISITORS,
  );
  implement(
    contract.chatWithEmbed,
    ({ params, body }, call) => askEmbed(dependencies, { botId: params.botUuid, question: body, call }),
    VISITORS,
  );
  implement(contract.resumeEmbedChat, (input, call) => resumeAnswer(dependencies, input, call), VISITORS);
  implement(contract.listEmbedMessages, ({ params }, { request }) =>
    database.system(async (transaction) => {
      const embed = await findOpenEmbed(transaction, dependencies, params.botUuid, request);
      const token = String(request.headers['x-visitor'] ?? '');
      return readVisitorMessages(transaction, embed, tokens.read(params.botUuid, token));
    }),
  );
  addChatPage(app, dependencies);
}
