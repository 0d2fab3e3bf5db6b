import type { ApiKeyScope } from '@hanasu/contract/api-keys';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveKey } from '../../api-keys/public.ts';
import { admit } from './admit.ts';
import { complete } from './complete.ts';
import type { OpenAiDependencies } from './dependencies.ts';
import { NO_MODEL } from './domain/answer-fault.ts';
import { type ListedModel, listModels } from './models.store.ts';
import { OpenAiError, sendOpenAiError } from './openai-error.ts';

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
      callers.set(request, await admit(dependencies.gate, scope, request, reply));
    },
  });
  const modelsOf = ({ accountId, botIds }: LiveKey): Promise<ListedModel[]> =>
    dependencies.database.account(accountId, (transaction) => listModels(transaction, botIds));

  await app.register(async (v1) => {
    v1.setErrorHandler(sendOpenAiError);
    v1.post('/v1/chat/completions', scoped('chat'), (request, reply) =>
      complete(dependencies, callerOf(request), request, reply),
    );
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

const modelView = ({ id, kind, name, createdAt }: ListedModel) => ({
  id,
  object: 'model',
  created: Math.floor(createdAt.getTime() / 1000),
  owned_by: 'hanasu',
  name,
  kind,
});
