import { type FakeLine, startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { ROLES, type Role } from '@hanasu/contract/accounts';
import { ENDPOINTS } from '@hanasu/contract/api';
import type { Endpoint, EndpointInput } from '@hanasu/contract/endpoint';
import { Problem } from '@hanasu/contract/errors';
import { GivenRole } from '@hanasu/contract/team';
import {
  type FakeProviders as FakeModels,
  startFakeProviders as startFakeModels,
} from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRotatingVendor } from '../features/channels/testing/rotating-channel.fixture.ts';
import { ENDPOINT_ROWS } from './endpoint-rows.ts';
import { createEndpointWorld, type EndpointWorld } from './endpoint-world.ts';
import { LOOPBACK_HOSTS } from './private-hosts.ts';
import type { EndpointRow } from './rows/row.ts';
import {
  type Caller,
  createCaller,
  type HttpAnswer,
  pathOf,
  type SignedIn,
  startTestServer,
  type TestServer,
} from './test-server.ts';
import { type FakeProviders, LOCAL_URL, startFakeProviders } from './test-social.ts';
import { addMember } from './test-team.ts';

type Input = Partial<EndpointInput<Endpoint>> & { readonly form?: FormData };

let line: FakeLine;
let providers: FakeProviders;
let models: FakeModels;
let server: TestServer;
let ours: EndpointWorld;
let theirs: EndpointWorld;
/** Somebody of each role that is given, in an account of their own. */
const colleagues = new Map<Role, SignedIn>();
beforeAll(async () => {
  line = await startFakeLine();
  models = await startFakeModels();
  // The outbox answers only an installation that is meant for its own machine.
  providers = await startFakeProviders(LOCAL_URL);
  const rotating = createRotatingVendor();
  const vendors = { line, google: providers.google, rotating };
  const settings = {
    ...providers.settings,
    ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS,
    LINE_API_BASE_URL: line.hosts.api,
    LINE_DATA_API_BASE_URL: line.hosts.data,
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: models.baseUrls.openai,
  };
  server = await startTestServer(settings, undefined, { channels: [rotating.adapter] });
  [ours, theirs] = await Promise.all([
    createEndpointWorld(server, vendors),
    createEndpointWorld(server, vendors),
  ]);
  for (const role of GivenRole.options) {
    colleagues.set(role, await newColleague(role));
  }
});
afterAll(async () => {
  await server.stop();
  await line.close();
  await models.close();
  await providers.close();
});

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const rowOf = (endpoint: Endpoint): EndpointRow => {
  const row = ENDPOINT_ROWS.find((one) => one.endpoint === endpoint);
  if (!row) throw new Error(`${nameOf(endpoint)} has no line in endpoint-rows.ts`);
  return row;
};
const namesOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
const isPublic = ({ access }: Endpoint): boolean => access === 'public';

function send(caller: Caller, endpoint: Endpoint, input: Input): Promise<HttpAnswer> {
  return caller.raw(endpoint.method, pathOf(endpoint, input), bodyOf(input.form ?? input.body));
}
const bodyOf = (body: unknown) => (body === undefined ? {} : { body });

/** Passes who may call, then is refused or only reads. */
const harmlessInput = (endpoint: Endpoint) =>
  ({
    params: Object.fromEntries(namesOf(endpoint.params).map((name) => [name, 'not-an-id'])),
    ...(endpoint.body ? { body: [] } : {}),
  }) as Input;

/** Somebody new for a call that may end sessions, because it is made as it is. */
async function colleagueFor({ method, params, body }: Endpoint, role: GivenRole): Promise<SignedIn> {
  const isHarmless = method === 'GET' || params !== undefined || body !== undefined;
  const colleague = isHarmless ? colleagues.get(role) : await newColleague(role);
  if (!colleague) throw new Error(`there is no ${role}`);
  return colleague;
}
const newColleague = async (role: GivenRole) => addMember(server, await server.register(), role);

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const mayCall = (role: Role, { access }: Endpoint): boolean =>
  access === 'public' || (access !== 'administrator' && ROLES.indexOf(role) <= ROLES.indexOf(access));

/** Every refusal has the same shape, whatever refused. */
function expectProblem({ status, headers, body }: HttpAnswer, expected: { status: number; code: string }) {
  const problem = Problem.strict().parse(body);
  expect({ status, code: problem.code }).toEqual(expected);
  expect(problem.status).toBe(status);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(problem.requestId).toBe(headers.get('x-request-id'));
  return problem;
}

test('every endpoint is described at /api/openapi.json', async () => {
  const { body } = await server.anonymous.raw('GET', '/api/openapi.json');
  const described = z
    .object({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(body);
  const names = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(names.toSorted()).toEqual(ENDPOINTS.map(nameOf).toSorted());
});

describe.each(ENDPOINTS.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))(
  '$name',
  ({ endpoint }) => {
    // A refused call uses nothing up: the valid call, the last of all, is made with the input that was refused before.
    const own = once(() => rowOf(endpoint).valid(ours));
    const foreign = once(() => rowOf(endpoint).valid(theirs));

    test.skipIf(isPublic(endpoint))('refuses who is not signed in', async () => {
      const input = await own();
      expectProblem(await send(server.anonymous, endpoint, input), { status: 401, code: 'not_signed_in' });
    });

    test.skipIf(isPublic(endpoint))('refuses a token that is none of ours', async () => {
      const stranger = createCaller(server.address, 'not.a.token');
      const input = await own();
      expectProblem(await send(stranger, endpoint, input), { status: 401, code: 'session_expired' });
    });

    test.each(GivenRole.options)('lets %s in as far as its access says', async (role) => {
      const answer = await send(await colleagueFor(endpoint, role), endpoint, harmlessInput(endpoint));
      if (mayCall(role, endpoint)) expect([401, 403]).not.toContain(answer.status);
      else expectProblem(answer, { status: 403, code: 'forbidden' });
    });

    const ids = namesOf(endpoint.params);
    // A link that anybody may follow belongs to nobody's account, nor does the name of a provider, a public bot, a version or a postal code.
    test.each(
      ids.filter(
        (name) =>
          !['friend', 'number', 'offset', 'postalCode', 'provider', 'slug'].includes(name) &&
          !isPublic(endpoint),
      ),
    )("does not know another account's {%s}", async (name) => {
      const input = await own();
      const params = {
        ...Object(input.params),
        [name]: z.record(z.string(), z.string()).parse((await foreign()).params)[name],
      };
      const answer = await send(ours.person, endpoint, { ...input, params });
      expectProblem(answer, { status: 404, code: 'not_found' });
    });

    test.each(ids)('knows nothing under a malformed {%s}', async (name) => {
      const input = await own();
      const params = { ...Object(input.params), [name]: 'not-an-id' };
      expectProblem(await send(ours.person, endpoint, { ...input, params }), {
        status: 404,
        code: 'not_found',
      });
    });

    const { wrong } = rowOf(endpoint);
    test.each(wrong.map((one) => ({ ...one, given: JSON.stringify(one.query ?? one.body).slice(0, 80) })))(
      'says that $path is wrong in $given',
      async ({ path, query, body }) => {
        const { params } = await own();
        const answer = await send(ours.person, endpoint, { params, query, body } as Input);
        const problem = expectProblem(answer, { status: 400, code: 'validation_failed' });
        expect(problem.errors?.map((error) => error.path)).toContain(path);
      },
    );

    test.skipIf(!endpoint.body)('refuses a key that it does not know, and no body', async () => {
      const input = await own();
      const body = { ...Object(input.body), surprise: true };
      const known = { status: 400, code: 'validation_failed' };
      const problem = expectProblem(await send(ours.person, endpoint, { ...input, body } as Input), known);
      expect(problem.detail).toContain('surprise');
      for (const other of [[], 'null', '"text"']) {
        expectProblem(await send(ours.person, endpoint, { ...input, body: other } as Input), known);
      }
      expectProblem(await send(ours.person, endpoint, { ...input, body: '{' } as Input), {
        status: 400,
        code: 'malformed_body',
      });
    });

    test('answers a valid call with its own status and exactly its output', async () => {
      const input = await own();
      const answer = await send(input.caller ?? (await server.signIn(ours.person)), endpoint, input);
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: endpoint.status });
      if (endpoint.output) expect(endpoint.output.parse(answer.body)).toEqual(answer.body);
      else if (endpoint.status === 204) expect(answer.body).toBeNull();
    });
  },
);

describe('ids of another account inside a body are as unknown as any', () => {
  test('its bot cannot be asked, given a channel, or connected', async () => {
    const botUuid = theirs.bot.uuid;
    const { raw } = ours.person;
    const asked = await raw('POST', '/api/chat', { body: { botUuid, message: 'Hello' } });
    expectProblem(asked, { status: 404, code: 'not_found' });
    const refusals = await Promise.all([
      raw('POST', '/api/channel/sandbox', { body: { name: 'Try', kind: 'line', botUuid } }),
      raw('PATCH', `/api/channel/${ours.channel.uuid}`, { body: { botUuid } }),
    ]);
    for (const refusal of refusals) {
      const problem = expectProblem(refusal, { status: 400, code: 'validation_failed' });
      expect(problem.errors?.[0]?.path).toBe('body.botUuid');
    }
  });

  test('its knowledge cannot be taught to a bot', async () => {
    const body = { name: 'Spy', serviceUuid: 'builtin-extractive', knowledgeUuids: [theirs.knowledge.uuid] };
    const refusal = await ours.person.raw('POST', '/api/user/bot', { body });
    const problem = expectProblem(refusal, { status: 400, code: 'validation_failed' });
    expect(problem.errors?.[0]?.path).toBe('body.knowledgeUuids.0');
  });

  test('its conversation cannot be continued', async () => {
    const body = { botUuid: ours.bot.uuid, message: 'Hello', conversationUuid: theirs.conversation };
    const refusal = await ours.person.raw('POST', '/api/chat', { body });
    expectProblem(refusal, { status: 404, code: 'conversation_not_found' });
  });

  test('its ids as filters of a list find nothing', async () => {
    const { raw } = ours.person;
    const lists = await Promise.all([
      raw('GET', `/api/user/conversations?channelUuid=${theirs.channel.uuid}`),
      raw('GET', `/api/user/conversations?botUuid=${theirs.bot.uuid}`),
      raw('GET', `/api/user/token/history?botUuid=${theirs.bot.uuid}`),
    ]);
    for (const list of lists) expect(list.body).toMatchObject({ items: [], total: 0 });
  });
});

describe('paths nobody answers', () => {
  test.each(['/api/nothing', '/api/user/Bots', '/api/user/bots/', '/hooks/a'])('%s', async (path) => {
    expectProblem(await ours.person.raw('GET', path), { status: 404, code: 'not_found' });
  });

  test('/v1/nothing, in the shape of its clients', async () => {
    const { status, body } = await ours.person.raw('GET', '/v1/nothing');
    expect({ status, body }).toMatchObject({ status: 404, body: { error: { code: 'unknown_url' } } });
  });
});
