import type { ApiKeyScope } from '@hanasu/contract/api-keys';
import type { BotId, GroupId } from '@hanasu/contract/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Allowance, ApiKeyGate, LiveKey } from '../../api-keys/public.ts';
import type { AskDependencies } from './ask-bot.ts';
import { complete } from './complete.ts';
import { apiError, NO_MODEL, OpenAiError, sendOpenAiError } from './openai-error.ts';
import { respond } from './respond.ts';

/** Bots as models, for OpenAI's clients. In a scope of its own, because errors have another shape here. */
export async function addOpenAiRoutes(app: FastifyInstance, dependencies: OpenAiDependencies): Promise<void> {
  const callers = new WeakMap<FastifyRequest, LiveKey>();
  const callerOf = (request: FastifyRequest): LiveKey => {
    const key = callers.get(request);
    if (!key) throw new Error('nobody was admitted');
    return key;
  };
  const scoped = (scope: ApiKeyScope) => ({
    schema: { hide: true },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      callers.set(request, await authenticate(dependencies.gate, scope, { request, reply }));
    },
  });
  const modelsOf = ({ accountId, botIds }: LiveKey): Promise<ListedModel[]> =>
    dependencies.database.account(accountId, (transaction) => listModels(transaction, botIds));

  await app.register(async (v1) => {
    v1.setErrorHandler(sendOpenAiError);
    for (const [path, answer] of [
      ['/v1/chat/completions', complete],
      ['/v1/responses', respond],
    ] as const) {
      // Some clients put a slash behind the address.
      for (const each of [path, `${path}/`]) {
        v1.post(each, scoped('chat'), (request, reply) =>
          answer(dependencies, { key: callerOf(request), request, reply }),
        );
      }
    }
    v1.all('/v1', { schema: { hide: true } }, nothingThere);
    v1.all('/v1/*', { schema: { hide: true } }, nothingThere);
    v1.get('/v1/models', scoped('models'), async (request) => ({
      object: 'list',
      data: (await modelsOf(callerOf(request))).map(modelView),
    }));
    v1.get<{ Params: { id: string } }>('/v1/models/:id', scoped('models'), async (request) => {
      const id = request.params.id.replace(/^(?:bot|group):/, '');
      const model = (await modelsOf(callerOf(request))).find((one) => one.id === id);
      if (!model) throw new OpenAiError(NO_MODEL);
      return modelView(model);
    });
  });
}

/** What this server answers, by path. */
const METHODS: readonly (readonly [path: RegExp, method: string])[] = [
  [/^\/v1\/(chat\/completions|responses)\/?$/, 'POST'],
  [/^\/v1\/models(\/[^/]+)?\/?$/, 'GET'],
];

/** Everything else below `/v1`, in the shape that its clients read. */
async function nothingThere({ method, url }: FastifyRequest, reply: FastifyReply): Promise<never> {
  const path = url.split('?')[0] ?? '/';
  const allowed = METHODS.find(([known]) => known.test(path))?.[1];
  if (allowed) {
    reply.header('allow', allowed);
    throw new OpenAiError(
      apiError(405, {
        code: 'method_not_allowed',
        message: `${path} is asked with ${allowed}, not ${method}`,
      }),
    );
  }
  const hint = path.startsWith('/v1/v1')
    ? 'The address of the API ends with one /v1.'
    : 'This server answers POST /v1/chat/completions, POST /v1/responses and GET /v1/models.';
  throw new OpenAiError(
    apiError(404, { code: 'unknown_url', message: `Nothing answers ${method} ${path}. ${hint}` }),
  );
}

const modelView = ({ id, kind, name, createdAt }: ListedModel) => ({
  id,
  object: 'model',
  created: Math.floor(createdAt.getTime() / 1000),
  owned_by: 'hanasu',
  name,
  kind,
});

const WRONG_KEY = 'Incorrect API key provided. Make one on the page Token of the app.';
const WRONG_ROLE = 'The person who made this key may not do this any more; ask the owner of the account';
const NO_KEY = 'Send your API key: Authorization: Bearer hk_…';

/** Who calls, before the body is read. Throws when they may not. */
async function authenticate(
  gate: ApiKeyGate,
  needed: ApiKeyScope,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<LiveKey> {
  const { authorization } = request.headers;
  const entrance = await gate.enter({ authorization, address: request.ip }, needed);
  if ('allowance' in entrance) setLimits(reply, entrance.allowance);
  switch (entrance.kind) {
    case 'welcome':
      return entrance.key;
    case 'no-key':
      throw new OpenAiError(apiError(401, { code: 'invalid_api_key', message: NO_KEY }));
    case 'wrong-key':
      throw new OpenAiError(apiError(401, { code: 'invalid_api_key', message: WRONG_KEY }));
    case 'wrong-scope':
      throw new OpenAiError(
        apiError(
          403,
          { code: 'missing_scope', message: `This key lacks the scope ${needed}` },
          { type: 'permission_error' },
        ),
      );
    case 'wrong-role':
      throw new OpenAiError(
        apiError(403, { code: 'missing_role', message: WRONG_ROLE }, { type: 'permission_error' }),
      );
    case 'too-many':
      throw new OpenAiError(
        apiError(
          429,
          { code: 'rate_limit_exceeded', message: 'Too many requests; wait a moment' },
          {
            type: 'requests',
            isWorthRetrying: true,
          },
        ),
        { retryAfter: Math.ceil(entrance.allowance.resetMs / 1000) },
      );
    default:
      return entrance satisfies never;
  }
}

/** As OpenAI names them; absent when there is no limit. */
function setLimits(reply: FastifyReply, { limit, remaining, resetMs }: Allowance): void {
  if (limit === 0) return;
  reply.header('x-ratelimit-limit-requests', limit);
  reply.header('x-ratelimit-remaining-requests', remaining);
  reply.header('x-ratelimit-reset-requests', `${Math.ceil(resetMs / 1000)}s`);
}

export interface OpenAiDependencies extends AskDependencies {
  readonly gate: ApiKeyGate;
}

interface ListedModel {
  readonly id: BotId | GroupId;
  readonly kind: 'bot' | 'group';
  readonly name: string;
  readonly createdAt: Date;
}

/** What a key may ask, newest first: its bots, or all bots and groups of the account. */
const listModels = (transaction: AccountTransaction, botIds: readonly BotId[] | null) =>
  transaction.rows<ListedModel>(
    `select id, 'bot' as kind, name, created_at as "createdAt" from bots
     where account_id = $1 and ($2::uuid[] is null or id = any($2))
     union all
     select id, 'group', name, created_at from bot_groups where account_id = $1 and $2::uuid[] is null
     order by "createdAt" desc, id limit 1000`,
    [transaction.accountId, botIds],
  );
