import * as contract from '@hanasu/contract/chat';
import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import { listServices } from '@hanasu/contract/services';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { HANDLED, type Implement } from '../../platform/http/implement.ts';
import { conversations } from '../inbox/public.ts';
import { streamChat, watchChat } from './stream-chat.ts';
import { beginChat, type ChatDependencies } from './use-cases/chat.ts';

export function addAnsweringRoutes(implement: Implement, dependencies: ChatDependencies): void {
  const { runningChats } = dependencies;
  implement(listServices, async () => dependencies.models.services());
  implement(contract.chat, async ({ body }, { session, request, reply }) => {
    const isJson = wantsJson(request);
    const gone = new AbortController();
    if (isJson) reply.raw.once('close', () => gone.abort());
    const begun = await beginChat(dependencies, {
      accountId: session.accountId,
      botId: body.botUuid ?? null,
      groupId: body.groupUuid ?? null,
      draft: body.draft ?? false,
      userId: session.userId,
      conversationId: body.conversationUuid ?? null,
      text: body.message ?? '',
      attachmentIds: body.attachmentUuids ?? [],
      replaces: body.replaces ?? null,
      regenerate: body.regenerate ?? null,
      signal: isJson ? gone.signal : null,
    });
    if (isJson) return begun.answer(SILENT);
    await streamChat(begun, reply, request);
    return HANDLED;
  });
  implement(contract.resumeChat, async ({ params }, { session, reply }) => {
    const running = runningChats.find(session.accountId, params.uuid);
    if (!running) return requireConversation(session.accountId, params.uuid);
    await watchChat(running, reply);
    return HANDLED;
  });
  implement(contract.stopChat, async ({ params }, { session }) => {
    const running = runningChats.find(session.accountId, params.uuid);
    if (!running) return requireConversation(session.accountId, params.uuid);
    running.stop();
    return undefined;
  });

  async function requireConversation(accountId: AccountId, id: ConversationId): Promise<undefined> {
    const exists = await dependencies.database.account(accountId, (transaction) =>
      conversations.conversationExists(transaction, id),
    );
    if (!exists) throw new AppError('not_found', 'There is no such conversation');
  }
}

const SILENT = { onPassages: () => undefined, onText: () => undefined, onTool: () => undefined };

/** A stream unless JSON was asked for and a stream was not. */
function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
