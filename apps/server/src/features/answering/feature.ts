import * as contract from '@hanasu/contract/chat';
import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import { listServices } from '@hanasu/contract/services';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { defineFeature } from '../../platform/feature.ts';
import { HANDLED, type Implement } from '../../platform/http/implement.ts';
import { EVERY_MINUTE, scheduledJob } from '../../platform/workers/jobs.ts';
import { chatTurns, conversations } from '../conversations/public.ts';
import { type ChatDependencies, startChat } from './chat/chat.ts';
import { cursorOf, followTurn, streamChat, wholeAnswer } from './chat/follow-turn.ts';
import { type ChatTurnDependencies, createChatTurnRunner } from './chat/run-chat-turns.ts';
import type { TurnRunner } from './turns/run-channel-turns.ts';

interface WorkContext {
  readonly answering: Omit<ChatTurnDependencies, 'onAnswered'>;
  /** A run of a chat's turn that nobody waited for has ended with an answer. */
  readonly onChatAnswered: ChatTurnDependencies['onAnswered'];
  readonly turnRunner: TurnRunner;
}

/** At a stop, for answers of chats that are made here; a few at most. */
const ANSWERS_MS = 5_000;

export const answeringFeature = defineFeature<
  { readonly answering: ChatDependencies },
  WorkContext,
  Pick<ChatDependencies, 'database'>
>({
  name: 'answering',
  routes: (implement, { answering }) => addAnsweringRoutes(implement, answering),
  workers({ answering, onChatAnswered, turnRunner }) {
    const chatRunner = createChatTurnRunner({ ...answering, onAnswered: onChatAnswered });
    const finishChats = async (): Promise<void> => {
      await answering.runningChats.stopAll(ANSWERS_MS);
      await chatRunner.stop();
    };
    return [turnRunner, { ...chatRunner, stop: finishChats }];
  },
  // Streams of chats are kept for some minutes.
  jobs: ({ database }) => [
    scheduledJob('remove-chat-streams', EVERY_MINUTE, () => database.system(chatTurns.removeOldChatTurns)),
  ],
});

function addAnsweringRoutes(implement: Implement, dependencies: ChatDependencies): void {
  const { runningChats } = dependencies;
  implement(listServices, async (_input, { session }) =>
    (await dependencies.models.of(session.accountId)).services(),
  );
  implement(contract.chat, async ({ body }, { session, request, reply }) => {
    const isJson = wantsJson(request);
    const gone = new AbortController();
    if (isJson) reply.raw.once('close', () => gone.abort());
    const begun = await startChat(dependencies, {
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
      requestId: body.requestUuid ?? null,
      signal: isJson ? gone.signal : null,
    });
    if (isJson) return wholeAnswer(dependencies, begun, session.accountId);
    await streamChat(dependencies, begun, { accountId: session.accountId, reply });
    return HANDLED;
  });
  implement(contract.resumeChat, async ({ params, query }, { session, reply }) => {
    const { accountId } = session;
    await requireConversation(accountId, params.uuid);
    const asked = { accountId, conversationId: params.uuid, cursor: cursorOf(query) };
    return (await followTurn(dependencies, asked, reply)) ? HANDLED : undefined;
  });
  implement(contract.stopChat, async ({ params }, { session }) => {
    const key = { accountId: session.accountId, conversationId: params.uuid };
    await requireConversation(key.accountId, key.conversationId);
    const running = runningChats.find(key.accountId, key.conversationId);
    if (running) running.stop();
    else await dependencies.database.system((transaction) => chatTurns.askToStop(transaction, key));
    return undefined;
  });

  async function requireConversation(accountId: AccountId, id: ConversationId): Promise<void> {
    const exists = await dependencies.database.account(accountId, (transaction) =>
      conversations.conversationExists(transaction, id),
    );
    if (!exists) throw new AppError('not_found', 'Conversation not found');
  }
}

/** A stream unless JSON was asked for and a stream was not. */
function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
