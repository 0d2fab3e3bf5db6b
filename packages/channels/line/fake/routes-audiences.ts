import { randomInt } from 'node:crypto';
import { type Fields, list, object, text, yesOrNo } from '../rules/rules.ts';
import {
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  ok,
  refuse,
} from './answer.ts';
import { type FakeAudience, type FakeChannel, key } from './state.ts';
import { checkBody } from './validate-messages.ts';

const MINUTE = 60_000;
const MOST_IDS = 10_000;
const MOST_AUDIENCES = 1_000;
const LONGEST_NAME = 120;
const MOST_LISTED = 40;
const USER_ID = /^U[0-9a-f]{32}$/;
const UPLOAD = /^\/v2\/bot\/audienceGroup\/upload$/;
const ONE = /^\/v2\/bot\/audienceGroup\/(\d+)$/;

const shared = { host: 'api', auth: 'channel', rate: [60, MINUTE] } as const;

/** Audiences of uploaded ids, as JSON. */
export const audienceRoutes: readonly ChannelRoute[] = [
  { ...shared, method: 'POST', path: UPLOAD, accepts: 'json', handle: create },
  { ...shared, method: 'PUT', path: UPLOAD, accepts: 'json', handle: add },
  {
    ...shared,
    method: 'PUT',
    path: /^\/v2\/bot\/audienceGroup\/(\d+)\/updateDescription$/,
    accepts: 'json',
    handle: rename,
  },
  { ...shared, method: 'GET', path: /^\/v2\/bot\/audienceGroup\/list$/, handle: listAll },
  // No channel of the fake has a Business Manager, in which audiences are shared.
  { ...shared, method: 'GET', path: /^\/v2\/bot\/audienceGroup\/shared\/list$/, handle: listShared },
  { ...shared, method: 'GET', path: /^\/v2\/bot\/audienceGroup\/shared\/(\d+)$/, handle: () => NOT_FOUND },
  {
    ...shared,
    method: 'GET',
    path: ONE,
    handle(world, channel, { params: [id = ''] }) {
      const audience = find(world, channel, id);
      return audience ? ok(detailsOf(audience, world.now())) : NOT_FOUND;
    },
  },
  {
    ...shared,
    method: 'DELETE',
    path: ONE,
    handle: ({ state }, { channelId }, { params: [id = ''] }) =>
      state.audiences.delete(key(channelId, id)) ? ok({}, 202) : NOT_FOUND,
  },
];

/** Here the vendor puts a code where a sentence is elsewhere. */
export function refuseWith(message: string, code: string, property?: string): FakeAnswer {
  const detail = { message: code, ...(property === undefined ? {} : { property }) };
  return { status: 400, body: { message, details: [detail] } };
}
const NOT_FOUND = refuseWith('audience group not found', 'AUDIENCE_GROUP_NOT_FOUND');

const ids = list(object({ id: text(100) }), Number.MAX_SAFE_INTEGER, 0);
const CREATED: Fields = {
  description: text(Number.MAX_SAFE_INTEGER, 0),
  'isIfaAudience?': yesOrNo,
  'audiences?': ids,
  'uploadDescription?': text(300, 0),
};
const ADDED: Fields = {
  audienceGroupId: { is: 'number', from: 1, whole: true },
  audiences: ids,
  'uploadDescription?': text(300, 0),
};

const find = ({ state }: FakeWorld, { channelId }: FakeChannel, id: string): FakeAudience | undefined =>
  state.audiences.get(key(channelId, id));
export const audiencesOf = ({ state }: FakeWorld, { channelId }: FakeChannel): FakeAudience[] =>
  [...state.audiences].filter(([name]) => name.startsWith(`${channelId}/`)).map(([, each]) => each);
const idsOf = (body: unknown): string[] => {
  const { audiences } = fields(body);
  return (Array.isArray(audiences) ? audiences : []).map((each) => String(fields(each).id));
};

export function checkName(description: string): FakeAnswer | null {
  if (description === '') return refuseWith('empty audienceGroupName', 'AUDIENCE_GROUP_NAME_EMPTY');
  if (description.length > LONGEST_NAME) {
    return refuseWith('size over audienceGroupName', 'AUDIENCE_GROUP_NAME_SIZE_OVER');
  }
  return /\p{Cc}/u.test(description)
    ? refuseWith('wrong audienceGroupName', 'AUDIENCE_GROUP_NAME_WRONG')
    : null;
}

/** One id of another form, and nothing is taken. */
function checkIds(given: readonly string[], isIfaAudience: boolean): FakeAnswer | null {
  if (given.length > MOST_IDS) {
    return refuseWith('too many audience ids', 'UPLOAD_AUDIENCE_GROUP_TOO_MANY_AUDIENCE_IDS', 'audiences');
  }
  const isWrong = !isIfaAudience && given.some((id) => !USER_ID.test(id));
  return isWrong
    ? refuseWith(
        'Invalid audience id format',
        'UPLOAD_AUDIENCE_GROUP_INVALID_AUDIENCE_ID_FORMAT',
        'audiences',
      )
    : null;
}

function create(world: FakeWorld, channel: FakeChannel, { body }: FakeRequest): FakeAnswer {
  const given = fields(body);
  const description = String(given.description);
  const isIfaAudience = given.isIfaAudience === true;
  const userIds = idsOf(body);
  const wrong = checkBody(body, CREATED) ?? checkName(description) ?? checkIds(userIds, isIfaAudience);
  if (wrong) return wrong;
  const uploadDescription = String(given.uploadDescription ?? '');
  return createAudience(world, channel, { description, isIfaAudience, uploadDescription, userIds });
}

interface NewAudience {
  readonly description: string;
  readonly isIfaAudience?: boolean;
  readonly uploadDescription?: string;
  readonly userIds: readonly string[];
  readonly retargeting?: NonNullable<FakeAudience['retargeting']>;
}

/** Adds an audience whose name and people were checked. */
export function createAudience(
  world: FakeWorld,
  channel: FakeChannel,
  { description, isIfaAudience = false, uploadDescription = '', userIds, retargeting }: NewAudience,
): FakeAnswer {
  if (audiencesOf(world, channel).length >= MOST_AUDIENCES) {
    return refuseWith('too many audience groups', 'AUDIENCE_GROUP_COUNT_MAX_OVER');
  }
  const id = randomInt(2 ** 32, 2 ** 40);
  const now = world.now();
  const audience: FakeAudience = {
    id,
    createdAt: now,
    isIfaAudience,
    description,
    userIds: [],
    jobs: [],
    ...(retargeting && { retargeting }),
  };
  world.state.audiences.set(key(channel.channelId, String(id)), audience);
  if (retargeting) audience.userIds = [...userIds];
  else addIds(audience, userIds, { description: uploadDescription, at: now });
  const { status: _status, audienceCount: _count, ...created } = groupOf(audience, now);
  return ok(created, 202);
}

function addIds(
  audience: FakeAudience,
  added: readonly string[],
  { description, at }: { readonly description: string; readonly at: number },
): void {
  audience.userIds = [...new Set([...audience.userIds, ...added])];
  audience.jobs.push({ id: randomInt(2 ** 32), description, at, count: added.length });
}

/** An audience that takes ids; what is made of a message is none of those. */
export function findUploaded(world: FakeWorld, channel: FakeChannel, id: string): FakeAudience | FakeAnswer {
  const audience = find(world, channel, id);
  if (!audience || audience.retargeting) return NOT_FOUND;
  return audienceStatus(audience, world.now()) === 'EXPIRED'
    ? refuseWith('audience group is expired', 'AUDIENCE_GROUP_CAN_NOT_UPLOAD_STATUS_EXPIRED')
    : audience;
}

/** Adds ids that were checked. */
export function addUploaded(
  world: FakeWorld,
  audience: FakeAudience,
  { userIds, uploadDescription = '' }: Pick<NewAudience, 'userIds' | 'uploadDescription'>,
): FakeAnswer {
  addIds(audience, userIds, { description: uploadDescription, at: world.now() });
  return ok({}, 202);
}

function add(world: FakeWorld, channel: FakeChannel, { body }: FakeRequest): FakeAnswer {
  const { audienceGroupId, uploadDescription } = fields(body);
  const wrong = checkBody(body, ADDED);
  if (wrong) return wrong;
  const audience = findUploaded(world, channel, String(audienceGroupId));
  if ('status' in audience) return audience;
  const added = idsOf(body);
  if (added.length === 0) {
    return refuseWith('no valid audience ids', 'UPLOAD_AUDIENCE_GROUP_NO_VALID_AUDIENCE_IDS', 'audiences');
  }
  const upload = { userIds: added, uploadDescription: String(uploadDescription ?? '') };
  return checkIds(added, audience.isIfaAudience) ?? addUploaded(world, audience, upload);
}

function rename(world: FakeWorld, channel: FakeChannel, { params, body }: FakeRequest): FakeAnswer {
  const description = String(fields(body).description);
  const wrong = checkBody(body, { description: text(Number.MAX_SAFE_INTEGER, 0) }) ?? checkName(description);
  if (wrong) return wrong;
  const audience = find(world, channel, params[0] ?? '');
  if (!audience) return NOT_FOUND;
  audience.description = description;
  return ok();
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Below so many people the vendor says 0, but for ids of users that were uploaded. */
const LEAST_COUNTED = 20;

function groupOf(audience: FakeAudience, now: number) {
  const { id, description, createdAt, isIfaAudience, userIds, retargeting } = audience;
  const isHidden = (isIfaAudience || retargeting !== undefined) && userIds.length < LEAST_COUNTED;
  return {
    audienceGroupId: id,
    type: retargeting?.type ?? 'UPLOAD',
    description,
    status: audienceStatus(audience, now),
    audienceCount: isHidden ? 0 : userIds.length,
    created: seconds(createdAt),
    expireTimestamp: seconds(createdAt + AUDIENCE_LIFE_MS),
    permission: 'READ_WRITE',
    isIfaAudience,
    createRoute: 'MESSAGING_API',
    ...(retargeting && { requestId: retargeting.requestId }),
    ...(retargeting?.clickUrl && { clickUrl: retargeting.clickUrl }),
  };
}

function detailsOf(audience: FakeAudience, now: number): object {
  const jobs = audience.jobs.map(({ id, description, at, count }) => ({
    audienceGroupJobId: id,
    audienceGroupId: audience.id,
    description,
    type: 'DIFF_ADD',
    jobStatus: isFinished(at, now) ? 'FINISHED' : 'WORKING',
    audienceCount: count,
    created: seconds(at),
  }));
  return { audienceGroup: groupOf(audience, now), jobs };
}

/** One of several filters is enough. */
function isWanted(group: Group, query: URLSearchParams): boolean {
  const [name, status, route] = ['description', 'status', 'createRoute'].map((filter) => query.get(filter));
  const answers = [
    ...(name ? [group.description.toLowerCase().includes(name.toLowerCase())] : []),
    ...(status ? [group.status === status] : []),
    ...(route ? [group.createRoute === route] : []),
  ];
  return answers.length === 0 || answers.includes(true);
}

type Group = ReturnType<typeof groupOf>;

function pageOf(query: URLSearchParams, groups: readonly Group[], usualPage?: number): FakeAnswer {
  const page = Number(query.get('page') ?? usualPage);
  const size = Number(query.get('size') ?? 20);
  if (!Number.isInteger(page) || page < 1) return refuse(400, 'page: must be greater than or equal to 1');
  if (size > MOST_LISTED) return refuseWith('size: must be less than or equal to 40', 'TOO_HIGH');
  if (!Number.isInteger(size) || size < 1) return refuse(400, 'size: must be greater than or equal to 1');
  const found = groups.filter((group) => isWanted(group, query));
  return ok({
    audienceGroups: found.slice((page - 1) * size, page * size),
    hasNextPage: found.length > page * size,
    totalCount: found.length,
    readWriteAudienceGroupTotalCount: found.length,
    page,
    size,
  });
}

const groupsOf = (world: FakeWorld, channel: FakeChannel): Group[] =>
  audiencesOf(world, channel).map((audience) => groupOf(audience, world.now()));

function listAll(world: FakeWorld, channel: FakeChannel, { query }: FakeRequest): FakeAnswer {
  return pageOf(query, groupsOf(world, channel));
}

function listShared(world: FakeWorld, channel: FakeChannel, { query }: FakeRequest): FakeAnswer {
  const hasOwn = query.get('includesOwnedAudienceGroups') === 'true';
  return pageOf(query, hasOwn ? groupsOf(world, channel) : [], 1);
}

const TAKES_MS = 2_000;
const DAY = 24 * 60 * 60 * 1000;
const AUDIENCE_LIFE_MS = 180 * DAY;

/** Of those who saw or clicked a message; with fewer people such an audience is never ready. */
const LEAST_RETARGETED = 50;

/** Without people in it an audience is never ready; adding to one that is ready leaves it so. */
export function audienceStatus(
  { userIds, jobs, createdAt, retargeting }: FakeAudience,
  now: number,
): 'IN_PROGRESS' | 'READY' | 'EXPIRED' {
  if (now - createdAt >= AUDIENCE_LIFE_MS) return 'EXPIRED';
  if (retargeting)
    return userIds.length >= LEAST_RETARGETED && isFinished(createdAt, now) ? 'READY' : 'IN_PROGRESS';
  const first = jobs.find(({ count }) => count > 0);
  return first && userIds.length > 0 && isFinished(first.at, now) ? 'READY' : 'IN_PROGRESS';
}

const isFinished = (since: number, now: number): boolean => now - since >= TAKES_MS;
