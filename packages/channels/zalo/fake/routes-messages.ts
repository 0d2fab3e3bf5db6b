import {
  type Caller,
  type FakeAnswer,
  type FakeWorld,
  fail,
  fields,
  invalid,
  ok,
  type Route,
} from './answer.ts';
import { checkMessage, isRefused } from './check-message.ts';
import { addEntry, chatOf, type FakeAccount, type FakeFriend, key, messageId } from './state.ts';

const HOUR = 60 * 60 * 1000;
const FREE = 48 * HOUR;
const OPEN = 7 * 24 * HOUR;
const REACTIONS = 50;

const shutDown = (path: string): Route => ({
  method: 'POST',
  path,
  takes: 'json',
  handle: () => fail(-240, 'MessageV2 API has been shut down, please switch to MessageV3'),
});

/** Messages to people, groups and anonymous visitors. */
export const messageRoutes: readonly Route[] = [
  { method: 'POST', path: '/v3.0/oa/message/cs', takes: 'json', handle: toPerson },
  { method: 'POST', path: '/v3.0/oa/group/message', takes: 'json', handle: toGroup },
  {
    method: 'POST',
    path: '/v2.0/oa/message',
    takes: 'json',
    handle: (world, caller, input) =>
      fields(input).sender_action === undefined
        ? toAnonymous(world, caller, input)
        : react(world, caller, input),
  },
  shutDown('/v3.0/oa/message/transaction'),
  shutDown('/v3.0/oa/message/promotion'),
];

function toPerson(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer {
  const { recipient, message } = fields(input);
  const userId = fields(recipient).user_id;
  const friend =
    typeof userId === 'string' ? world.state.friends.get(key(caller.account.oaId, userId)) : undefined;
  if (!friend) return invalid('user_id');
  const bill = billFor(caller.account, friend, world.now());
  if (bill.kind === 'refused') return bill.answer;
  const sent = deliver(world, caller, friend.id, message);
  if (isRefused(sent)) return sent;
  bill.charge();
  const quota = bill.isFree
    ? { quota_type: 'reply' }
    : { quota_type: 'sub_quota', remain: caller.account.paidLeft, total: caller.account.paidTotal };
  return ok({ message_id: sent.id, user_id: friend.id, sent_time: String(world.now()), quota });
}

type Bill =
  | { readonly kind: 'refused'; readonly answer: FakeAnswer }
  | { readonly kind: 'payable'; readonly isFree: boolean; charge(): void };

/** Free for 48 hours after the person's last word, then paid, and after a week not at all. */
function billFor(account: FakeAccount, friend: FakeFriend, now: number): Bill {
  const refused = (code: number, text: string): Bill => ({ kind: 'refused', answer: fail(code, text) });
  if (friend.relation === 'left') return refused(-213, 'User has not followed OA');
  if (friend.lastInteractionAt === null) {
    return refused(-232, 'User has not interacted, or last interaction expired');
  }
  const silence = now - friend.lastInteractionAt;
  if (silence > OPEN) return refused(-230, 'User has not interacted with the OA in the past 7 days');
  const isFree = silence <= FREE;
  if (isFree) return { kind: 'payable', isFree, charge: () => {} };
  if (account.canPay === false) return refused(-320, 'Your app needs to connect with Zalo Cloud Account');
  if (account.paidLeft === 0) return refused(-211, 'Out of quota');
  return {
    kind: 'payable',
    isFree,
    charge() {
      if (account.paidLeft !== null) account.paidLeft -= 1;
    },
  };
}

function toGroup(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer {
  const { recipient, message } = fields(input);
  const groupId = String(fields(recipient).group_id);
  const chatId = `group:${groupId}`;
  const members = world.state.chats.get(key(caller.account.oaId, chatId))?.members ?? [];
  if (members.length === 0) return fail(-403, 'OA is not in group');
  const sent = deliver(world, caller, chatId, message);
  return isRefused(sent) ? sent : ok({ message_id: sent.id, group_id: groupId });
}

function toAnonymous(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer {
  const { recipient, message } = fields(input);
  const { anonymous_id: anonymousId, conversation_id: conversation, user_id: userId } = fields(recipient);
  if (userId !== undefined) return fail(-240, 'MessageV2 API has been shut down, please switch to MessageV3');
  const chatId = `anonymous:${String(anonymousId)}:${String(conversation)}`;
  if (!world.state.chats.has(key(caller.account.oaId, chatId))) return invalid('conversation_id');
  const sent = deliver(world, caller, chatId, message);
  return isRefused(sent) ? sent : ok({ message_id: sent.id, conversation_id: conversation });
}

function react(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer {
  const { recipient, sender_action: action } = fields(input);
  const { react_icon: icon, react_message_id: id } = fields(action);
  const chat = chatOf(world.state, caller.account.oaId, String(fields(recipient).user_id));
  const entry = chat.entries.find((each) => each.id === id);
  if (!entry) return invalid('react_message_id');
  if (typeof icon !== 'string' || icon === '') return invalid('react_icon');
  if (entry.reactions.length >= REACTIONS) return fail(-210, 'Parameter exceeds allowable limit');
  entry.reactions.push(icon);
  return ok({ message_id: id });
}

function deliver(
  world: FakeWorld,
  { account }: Caller,
  chatId: string,
  message: unknown,
): FakeAnswer | { readonly id: string } {
  const { state, now } = world;
  const chat = chatOf(state, account.oaId, chatId);
  const checked = checkMessage(message, { state, oaId: account.oaId, chat, now: now() });
  if (isRefused(checked)) return checked;
  const id = messageId();
  const { kind, text } = checked.message;
  addEntry(chat, { id, from: 'account', at: now(), kind, text, payload: message });
  world.echo(account, chatId, { kind, messageId: id, text });
  return { id };
}
