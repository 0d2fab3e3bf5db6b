import type { resumeEmbedChat } from '@hanasu/contract/embed';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { Call } from '../../../platform/http/context.ts';
import { HANDLED, type HandledReply } from '../../../platform/http/implement.ts';
import { cursorOf, followTurn } from '../../answering/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { lastConversation } from '../visitors.store.ts';
import { visitorParts } from './ask-as-visitor.ts';
import { enterEmbed } from './enter-embed.ts';

/** Goes on with the stream of the visitor's own last conversation; undefined: there is none to go on with. */
export async function resumeAnswer(
  dependencies: EmbedDependencies,
  { params: { botUuid }, query }: EndpointRequest<typeof resumeEmbedChat>,
  { request, reply }: Call<null>,
): Promise<HandledReply | undefined> {
  const { database, tokens, chat } = dependencies;
  const visitor = String(request.headers['x-visitor'] ?? '');
  const visitorId = tokens.read(botUuid, visitor);
  const found = await database.system(async (transaction) => {
    const { accountId, botId } = await enterEmbed(transaction, dependencies, botUuid, request);
    const last = visitorId && (await lastConversation(transaction, { accountId, botId, visitorId }));
    return last ? { accountId, conversationId: last.id } : null;
  });
  if (!found) return undefined;
  const asked = { ...found, cursor: cursorOf(query), show: visitorParts(visitor) };
  return (await followTurn(chat, asked, reply)) ? HANDLED : undefined;
}
