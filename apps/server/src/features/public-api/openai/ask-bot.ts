import { type AccountId, BotId, GroupId } from '@hanasu/contract/ids';
import type { CompletionMessage } from '@hanasu/contract/openai';
import type { z } from 'zod';
import {
  type Answer,
  answerStateless,
  type StatelessAnswer,
  type StatelessDependencies,
} from '../../answering/public.ts';
import type { LiveKey } from '../../api-keys/public.ts';
import type { BotGroupRouter } from '../../bots/public.ts';
import { apiError, apiErrorOf, NO_MODEL, OpenAiError, OVER_BUDGET } from './openai-error.ts';
import { type ReadConversation, readConversation } from './read-conversation.ts';

export interface AskDependencies extends StatelessDependencies {
  readonly router: BotGroupRouter;
}

type Asked = Extract<ReadConversation, { kind: 'read' }>;
export type Begun = Extract<StatelessAnswer, { kind: 'begun' }>;

/** The body of a request. Throws with the member that is wrong. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue ? paramOf(issue.path) : null;
  const message = `${param ?? 'body'}: ${issue?.message ?? 'not valid'}`;
  throw new OpenAiError(apiError(400, { code: 'invalid_value', message }, { param }));
}

/** `messages[0].content`, as OpenAI writes it; null for the body itself. */
function paramOf(path: z.core.$ZodIssue['path']): string | null {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? null : text.replace(/^\./, '');
}

/** What a request asks, and of which bot or group. */
export interface AskedBot {
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  /** What the request calls them. */
  readonly name: 'messages' | 'input';
  readonly signal: AbortSignal;
}

/** Begins an answer to the last message. Throws what the caller has to change. */
export async function beginAnswer(
  dependencies: AskDependencies,
  key: LiveKey,
  { model, messages, name, signal }: AskedBot,
): Promise<Begun> {
  const asked = readConversation(messages, name);
  if (asked.kind === 'refused') {
    const { code, message, param } = asked;
    throw new OpenAiError(apiError(400, { code, message }, { param }));
  }
  const { accountId } = key;
  const { text, history, context, images } = asked;
  const ask = (botId: BotId): Promise<StatelessAnswer> =>
    answerStateless(dependencies, {
      accountId,
      botId,
      key,
      text,
      history,
      context,
      attachments: images,
      signal,
    });
  const id = BotId.safeParse(model.replace(/^(?:bot|group):/, ''));
  // A key for some bots asks those, and no group.
  if (!id.success || (key.botIds && !key.botIds.includes(id.data))) throw new OpenAiError(NO_MODEL);
  const begun = await ask(id.data);
  if (begun.kind !== 'bot-not-found' || key.botIds) return accepted(begun);
  return accepted(
    await ask(await chooseBot(dependencies, { accountId, groupId: GroupId.parse(id.data) }, asked)),
  );
}

function accepted(begun: StatelessAnswer): Begun {
  switch (begun.kind) {
    case 'begun':
      return begun;
    case 'bot-not-found':
      throw new OpenAiError(NO_MODEL);
    case 'over-budget':
      throw new OpenAiError(OVER_BUDGET);
    default:
      return begun satisfies never;
  }
}

async function chooseBot(
  { router }: AskDependencies,
  { accountId, groupId }: { readonly accountId: AccountId; readonly groupId: GroupId },
  { text, history }: Asked,
): Promise<BotId> {
  const chosen = await router.choose({ accountId, groupId, text, history, previousBotId: null });
  if (chosen.kind === 'chosen') return chosen.botId;
  if (chosen.kind === 'not-found') throw new OpenAiError(NO_MODEL);
  const message = 'No bot of this group is available';
  throw new OpenAiError(
    apiError(403, { code: 'bot_paused', message }, { type: 'permission_error', param: 'model' }),
  );
}

export const SILENT = { onPassages: () => undefined, onText: () => undefined, onTool: () => undefined };

export async function answerWhole(begun: Begun): Promise<Answer> {
  const answer = await begun.answer(SILENT);
  const failed = apiErrorOf(answer.outcome);
  if (failed) throw new OpenAiError(failed);
  return answer;
}

/** What OpenAI's shapes have no place for. */
export const extraOf = (begun: Begun, { citations, outcome, usage }: Answer) => ({
  citations,
  hanasu: { outcome, bot: begun.bot.id, tokens: usage.tokens },
});
