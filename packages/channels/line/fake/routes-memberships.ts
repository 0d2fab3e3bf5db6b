import {
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  ok,
  refuse,
} from './answer.ts';
import { page } from './routes-account.ts';
import { type FakeChannel, type FakeMembership, key } from './state.ts';

const USER_ID = /^U[0-9a-f]{32}$/;
const LISTED = { usual: 300, most: 1_000 } as const;

const shared = { host: 'api', method: 'GET', auth: 'channel', rate: [200, 1_000] } as const;

/** Plans that friends pay for, and who has joined which. They are made in the vendor's console alone. */
export const membershipRoutes: readonly ChannelRoute[] = [
  {
    ...shared,
    path: /^\/v2\/bot\/membership\/list$/,
    handle(world, channel) {
      const plans = plansOf(world, channel);
      if (plans.length === 0) return refuse(404, 'Membership plan not found');
      const memberships = plans.map((plan) => ({
        ...describe(plan),
        memberCount: plan.members.length,
        memberLimit: null,
        isInAppPurchase: true,
        isPublished: true,
      }));
      return ok({ memberships });
    },
  },
  { ...shared, path: /^\/v2\/bot\/membership\/subscription\/([^/]+)$/, handle: readSubscriptions },
  { ...shared, path: /^\/v2\/bot\/membership\/([^/]+)\/users\/ids$/, handle: listMembers },
];

const plansOf = ({ state }: FakeWorld, { channelId }: FakeChannel): FakeMembership[] =>
  [...state.memberships].filter(([name]) => name.startsWith(`${channelId}/`)).map(([, plan]) => plan);

const describe = ({ membershipId, title, price }: FakeMembership) => ({
  membershipId,
  title,
  description: title,
  benefits: [title],
  price,
  currency: 'JPY',
});

function listMembers(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const plan = world.state.memberships.get(key(channel.channelId, request.params[0] ?? ''));
  if (!plan) return refuse(404, 'Membership ID is not found');
  const limit = Number(request.query.get('limit') ?? LISTED.usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > LISTED.most)
    return refuse(400, "The value for the 'limit' parameter is invalid");
  const ids = plan.members.map(({ userId }) => userId);
  return page(world, ids, { name: 'userIds', limit, request });
}

function readSubscriptions(
  world: FakeWorld,
  channel: FakeChannel,
  { params: [userId = ''] }: FakeRequest,
): FakeAnswer {
  if (!USER_ID.test(userId)) return refuse(400, "The value for the 'userId' parameter is invalid");
  const subscriptions = plansOf(world, channel).flatMap((plan) => {
    const index = plan.members.findIndex((member) => member.userId === userId);
    const joinedAt = plan.members[index]?.joinedAt;
    if (joinedAt === undefined) return [];
    const user = {
      membershipNo: index + 1,
      joinedTime: Math.floor(joinedAt / 1000),
      nextBillingDate: nextBillingDate(joinedAt, world.now()),
      totalSubscriptionMonths: monthsBetween(joinedAt, world.now()) + 1,
    };
    return [{ membership: describe(plan), user }];
  });
  return subscriptions.length > 0 ? ok({ subscriptions }) : refuse(404, 'Not found');
}

const monthsBetween = (from: number, to: number): number => {
  const [first, last] = [new Date(from), new Date(to)];
  const months =
    (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  return last.getUTCDate() < first.getUTCDate() ? months - 1 : months;
};

function nextBillingDate(joinedAt: number, now: number): string {
  const joined = new Date(joinedAt);
  const [year, month] = [joined.getUTCFullYear(), joined.getUTCMonth() + monthsBetween(joinedAt, now) + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(joined.getUTCDate(), lastDay);
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
