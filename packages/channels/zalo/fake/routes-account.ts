import {
  type Caller,
  type FakeAnswer,
  type FakeFile,
  type FakeWorld,
  fail,
  fields,
  invalid,
  ok,
  type Route,
} from './answer.ts';
import { type FakeChatEntry, key, newToken } from './state.ts';

const DAY = 24 * 60 * 60 * 1000;
const MEBIBYTE = 1024 * 1024;
const ZONE_MS = 7 * 60 * 60 * 1000;

/** Who the account is, its people, its history, its quota and its uploads. */
export const accountRoutes: readonly Route[] = [
  { method: 'GET', path: '/v2.0/oa/getoa', takes: 'nothing', handle: getAccount },
  { method: 'GET', path: '/v3.0/oa/user/detail', takes: 'data', handle: getDetail },
  { method: 'GET', path: '/v3.0/oa/user/getlist', takes: 'data', handle: getList },
  {
    method: 'GET',
    path: '/v2.0/oa/conversation',
    takes: 'data',
    handle: (world, caller, input) => getHistory(world, caller, input, String(fields(input).user_id)),
  },
  {
    method: 'GET',
    path: '/v3.0/oa/group/conversation',
    takes: 'data',
    handle: (world, caller, input) =>
      getHistory(world, caller, input, `group:${String(fields(input).group_id)}`),
  },
  { method: 'POST', path: '/v3.0/oa/quota/message', takes: 'json', handle: getQuota },
  upload('image', MEBIBYTE, /\.(?:jpe?g|png)$/i),
  upload('gif', 5 * MEBIBYTE, /\.gif$/i),
  upload('file', 5 * MEBIBYTE, /\.(?:pdf|docx?|csv)$/i),
];

function getAccount({ state }: FakeWorld, { account }: Caller): FakeAnswer {
  const { oaId, name, pictureUrl } = account;
  const following = [...state.friends].filter(
    ([id, { relation }]) => id.startsWith(`${oaId}/`) && relation === 'following',
  );
  return ok({
    oa_id: oaId,
    name,
    description: '',
    is_verified: true,
    oa_type: 2,
    num_follower: following.length,
    avatar: pictureUrl ?? 'https://s120-ava-talk.zadn.vn/oa.jpg',
  });
}

function getDetail({ state }: FakeWorld, { account }: Caller, input: unknown): FakeAnswer {
  const userId = fields(input).user_id;
  const friend = typeof userId === 'string' ? state.friends.get(key(account.oaId, userId)) : undefined;
  if (!friend) return invalid('user_id');
  if (friend.relation === 'left') return fail(-213, 'User has not followed OA');
  const { id, displayName, pictureUrl, relation } = friend;
  return ok({
    user_id: id,
    user_id_by_app: id,
    display_name: displayName,
    user_alias: displayName,
    is_sensitive: false,
    user_is_follower: relation === 'following',
    avatar: pictureUrl ?? '',
    avatars: { 120: pictureUrl ?? '', 240: pictureUrl ?? '' },
    tags_and_notes_info: { notes: [], tag_names: [] },
    shared_info: { address: '', city: '', district: '', phone: 0, name: '', user_dob: '' },
  });
}

function getList({ state, now }: FakeWorld, { account }: Caller, input: unknown): FakeAnswer {
  const { offset, count, is_follower: wanted, last_interaction_period: period } = fields(input);
  if (typeof count !== 'number' || count < 1 || count > 50) return invalid('count');
  if (typeof offset !== 'number' || offset < 0 || offset > 9951) return invalid('offset');
  const inPeriod = periodOf(period, now());
  if (inPeriod === null) return invalid('last_interaction_period');
  const found = [...state.friends]
    .filter(([id]) => id.startsWith(`${account.oaId}/`))
    .map(([, friend]) => friend)
    .filter(({ relation }) => wanted === undefined || (relation === 'following') === (wanted === 'true'))
    .filter(({ lastInteractionAt }) => inPeriod(lastInteractionAt));
  const users = found.slice(offset, offset + count).map(({ id }) => ({ user_id: id }));
  return ok({ total: found.length, count: users.length, offset, users });
}

type InPeriod = (time: number | null) => boolean;

function periodOf(period: unknown, now: number): InPeriod | null {
  if (period === undefined) return () => true;
  const today = Math.floor((now + ZONE_MS) / DAY);
  const within =
    (from: number, to: number): InPeriod =>
    (time) => {
      const day = time === null ? null : Math.floor((time + ZONE_MS) / DAY);
      return day !== null && day >= from && day <= to;
    };
  const named: Readonly<Record<string, InPeriod>> = {
    TODAY: within(today, today),
    YESTERDAY: within(today - 1, today - 1),
    L7D: within(today - 7, today),
    L30D: within(today - 30, today),
  };
  const text = String(period);
  const [, from, to] = /^(\d{4}_\d\d_\d\d):(\d{4}_\d\d_\d\d)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return named[text] ?? null;
  const dayOf = (written: string): number => Date.parse(written.replaceAll('_', '-')) / DAY;
  return within(dayOf(from), dayOf(to));
}

/** As history names what a chat holds. */
const HISTORY_TYPES: Readonly<Record<string, string>> = {
  image: 'photo',
  gif: 'gif',
  audio: 'voice',
  list: 'links',
  link: 'links',
  sticker: 'sticker',
  location: 'location',
  text: 'text',
};

function getHistory({ state }: FakeWorld, { account }: Caller, input: unknown, chatId: string): FakeAnswer {
  const { offset, count } = fields(input);
  if (typeof count !== 'number' || count < 1 || count > 10) return invalid('count');
  if (typeof offset !== 'number' || offset < 0) return invalid('offset');
  const chat = state.chats.get(key(account.oaId, chatId));
  const name = state.friends.get(key(account.oaId, chatId))?.displayName ?? '';
  const newest = (chat?.entries ?? []).toReversed().slice(offset, offset + count);
  return ok(newest.map((entry) => historyEntry(entry, account, { chatId, friendName: name })));
}

function historyEntry(
  { id, from, at, kind, text }: FakeChatEntry,
  { oaId, name }: Caller['account'],
  { chatId, friendName }: { readonly chatId: string; readonly friendName: string },
): Record<string, unknown> {
  const ours = { id: oaId, name };
  const theirs = { id: chatId, name: friendName };
  const [sender, receiver] = from === 'account' ? [ours, theirs] : [theirs, ours];
  return {
    src: from === 'account' ? 0 : 1,
    time: at,
    sent_time: new Date(at).toISOString(),
    from_id: sender.id,
    from_display_name: sender.name,
    to_id: receiver.id,
    to_display_name: receiver.name,
    message_id: id,
    type: HISTORY_TYPES[kind] ?? 'nosupport',
    ...(text === null ? {} : { message: text }),
  };
}

function getQuota({ state }: FakeWorld, { account }: Caller, input: unknown): FakeAnswer {
  const { user_id: userId, quota_owner: owner, product_type: product, quota_type: type } = fields(input);
  if (userId !== undefined) {
    const friend = state.friends.get(key(account.oaId, String(userId)));
    if (!friend) return invalid('user_id');
    return ok({ last_interaction: friend.lastInteractionAt, cs_reply: { remain: -1, total: -1 } });
  }
  if (owner !== 'OA' && owner !== 'APP') return invalid('quota_owner');
  if (product !== 'cs' && product !== 'transaction') return invalid('product_type');
  if (account.paidLeft === null) return ok([]);
  const total = account.paidTotal ?? account.paidLeft;
  return ok([
    {
      asset_id: 'a1',
      quota_owner: owner,
      product_type: product,
      quota_type: type,
      total,
      remain: account.paidLeft,
    },
  ]);
}

function upload(kind: 'image' | 'gif' | 'file', most: number, names: RegExp): Route {
  return {
    method: 'POST',
    path: `/v2.0/oa/upload/${kind}`,
    takes: 'file',
    handle(world, { account }, input) {
      const file = input as FakeFile;
      if (!names.test(file.name) || file.bytes > most || file.bytes === 0) {
        return fail(-201, 'file is invalid! Only supports listed types and sizes');
      }
      const id = newToken();
      world.state.uploads.set(id, { oaId: account.oaId, kind, name: file.name, at: world.now() });
      return ok(kind === 'file' ? { token: id } : { attachment_id: id });
    },
  };
}
