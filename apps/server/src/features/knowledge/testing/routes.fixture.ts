import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import { pino } from 'pino';
import { createHttpApp } from '../../../platform/http/http-app.ts';
import { createImplement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { registerKnowledgeRoutes } from '../routes.ts';
import { createKnowledgeFixture } from './knowledge.fixture.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Request {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** `owner` of our account when not given. */
  readonly as?: 'owner' | 'viewer' | 'stranger';
}

/** The feature's endpoints over HTTP: an owner and a viewer of one account, and a stranger from another. */
export async function createRoutesFixture(changes: Partial<KnowledgeDependencies> = {}) {
  const fixture = await createKnowledgeFixture(changes);
  const { maxUploadBytes } = fixture.dependencies;
  const app = await createHttpApp({
    logger: pino({ level: 'silent' }),
    corsOrigins: [],
    rateLimitPerMinute: 0,
    maxUploadBytes,
    webDist: null,
  });
  const ours = newId<AccountId>();
  const theirs = newId<AccountId>();
  const sessions = new Map([
    ['owner', { accountId: ours, role: 'owner' as const }],
    ['viewer', { accountId: ours, role: 'viewer' as const }],
    ['stranger', { accountId: theirs, role: 'owner' as const }],
  ]);
  const authenticate = async (token: string) => {
    const session = sessions.get(token);
    return session ? { ...session, sessionId: newId<SessionId>(), userId: newId<UserId>() } : null;
  };
  registerKnowledgeRoutes(createImplement(app, { authenticate, authRateLimit: 0 }), fixture.dependencies);
  await app.ready();

  const send = (method: Method, url: string, { body, headers = {}, as = 'owner' }: Request = {}) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${as}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  return {
    ...fixture,
    accountId: ours,
    send,
    async call(method: Method, url: string, request: Request = {}) {
      const response = await send(method, url, request);
      return { status: response.statusCode, body: response.body ? response.json() : null };
    },
    newBase: async (): Promise<string> =>
      (await send('POST', '/api/user/knowledge', { body: { name: 'Guide' } })).json().uuid,
    async close() {
      await app.close();
      await fixture.close();
    },
  };
}
export type RoutesFixture = Awaited<ReturnType<typeof createRoutesFixture>>;
