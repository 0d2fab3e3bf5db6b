import { bad, type FakeAnswer, type FakeWorld, type Params } from './answer.ts';
import { type FakeBot, type FakeTopic, key } from './state.ts';

/** Where in a chat something is said. */
interface Place {
  readonly chatId: number;
  readonly topic: FakeTopic | null;
}

export function findTopic(
  { state }: FakeWorld,
  bot: FakeBot,
  { chatId, id }: { readonly chatId: number; readonly id: number },
): FakeTopic | null {
  const name = key(bot, chatId);
  const topics = state.groups.get(name)?.topics ?? state.users.get(name)?.topics ?? [];
  return topics.find((topic) => topic.id === id) ?? null;
}

/** The topic that a call names; its answer where the vendor refuses it. "General" has no id that a call may name. */
export function placeOf(
  world: FakeWorld,
  bot: FakeBot,
  { chatId, params }: { readonly chatId: number; readonly params: Params },
): Place | FakeAnswer {
  const { message_thread_id: thread, direct_messages_topic_id: direct } = params;
  const isDirect = world.state.groups.get(key(bot, chatId))?.isDirectMessages === true;
  if (isDirect && direct === undefined) return bad('direct messages topic must be specified');
  const id = isDirect ? direct : thread;
  if (id === undefined) return { chatId, topic: null };
  const topic = findTopic(world, bot, { chatId, id: Number(id) });
  if (!topic) return bad(isDirect ? 'direct messages topic not found' : 'message thread not found');
  return topic.isClosed ? bad('TOPIC_CLOSED') : { chatId, topic };
}

export const placeKey = (bot: FakeBot, { chatId, topic }: Place): string =>
  topic === null ? key(bot, chatId) : `${key(bot, chatId)}/${topic.id}`;
