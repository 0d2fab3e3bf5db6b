import { randomBytes } from 'node:crypto';
import type { Usage } from '@hanasu/contract/chat';
import type { AccountId, PostId, UserId } from '@hanasu/contract/ids';
import {
  helpWithPost,
  type PostHelp,
  type PostHelpEnding,
  type PostHelpInput,
  type PostSource,
  stopPostHelp,
} from '@hanasu/contract/post-help';
import { BUILTIN_MODEL_UUID } from '@hanasu/models/catalogue/builtin.models';
import { type CatalogueEntry, isOwn } from '@hanasu/models/catalogue/catalogue-entry';
import { cheapestModel } from '@hanasu/models/registry/cheapest-model';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { costInTokens, microsOf } from '@hanasu/models/tokens/estimate-tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { HANDLED, type HandledReply, type Implement } from '../../../platform/http/implement.ts';
import { type MessageStream, openMessageStream } from '../../../platform/http/message-stream.ts';
import { newId } from '../../../platform/ids.ts';
import {
  type BilledCompletion,
  type CompletionDependencies,
  runBilledCompletion,
} from '../../billing/public.ts';
import { existingKnowledgeIds } from '../../knowledge/public.ts';
import { findPost } from '../posts.store.ts';
import { type Step, stepsOf } from './help-steps.ts';
import { findPassages, outlineOfPassages, type SearchPassages, sourcesOf } from './outline.ts';
import { NOTHING, readAnswer } from './read-answer.ts';

export interface HelpDependencies extends CompletionDependencies {
  readonly database: Database;
  readonly search: SearchPassages;
}

/** Of a text in letters that take several bytes. */
const TEXT_BYTES = 2 * 1024 * 1024;

export function addHelpRoutes(implement: Implement, dependencies: HelpDependencies): void {
  const running = new Set<RunningHelp>();
  implement(
    helpWithPost,
    async ({ params, body: input }, { session, request, reply }) => {
      const { accountId, userId } = memberOf(session);
      const control = new AbortController();
      reply.raw.once('close', () => control.abort('closed'));
      await countCall(dependencies, session);
      const call = { accountId, userId, postId: params.uuid, input, signal: control.signal };
      const entry = { ...call, control };
      running.add(entry);
      try {
        return await (wantsStream(request)
          ? streamHelp(dependencies, call, reply)
          : writeHelp(dependencies, call, () => undefined));
      } finally {
        running.delete(entry);
      }
    },
    { bodyLimit: TEXT_BYTES },
  );
  implement(stopPostHelp, async ({ params }, { session }) => {
    const { accountId, userId } = memberOf(session);
    await dependencies.database.account(accountId, async (transaction) =>
      orNotFound(await findPost(transaction, params.uuid), 'post'),
    );
    const own = [...running].filter(
      (call) => call.accountId === accountId && call.userId === userId && call.postId === params.uuid,
    );
    for (const { control } of own) control.abort('stopped');
    return { stopped: own.length > 0 };
  });
}

/** Calls of keys count for their budgets, which these do not know, and posts open no knowledge base to a key. */
function memberOf<Session extends { readonly apiKey?: unknown }>(session: Session): Session {
  if (session.apiKey) throw new AppError('forbidden', 'Help with writing is for members, not for API keys');
  return session;
}

const wantsStream = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/event-stream');

const CALLS = { times: 30, seconds: 60 };

async function countCall({ database }: HelpDependencies, { accountId, userId }: Actor): Promise<void> {
  const retryAfter = await database.system((transaction) =>
    consumeAllowance(transaction, tryKey('post-help', accountId, userId), CALLS),
  );
  if (retryAfter > 0)
    throw new AppError('rate_limited', `At most ${CALLS.times} times in ${CALLS.seconds} seconds`, {
      more: { retryAfter },
    });
}

/** Opens with the first text: what fails before it has a status of its own. */
async function streamHelp(
  dependencies: HelpDependencies,
  call: HelpCall,
  reply: FastifyReply,
): Promise<PostHelp | HandledReply> {
  let out: MessageStream | null = null;
  const open = (sources: readonly PostSource[]): MessageStream => {
    reply.hijack();
    const opened = openMessageStream(reply.raw, reply.getHeaders());
    opened.part({ type: 'start', messageId: newId() });
    if (sources.length > 0) opened.part({ type: 'data-sources', data: sources });
    return opened;
  };
  const help = await writeHelp(dependencies, call, (text, sources) => {
    out ??= open(sources);
    out.part({ type: 'text', text });
  }).catch((error: unknown) => {
    if (!out) throw error;
    reply.log.error({ err: error }, 'help with a post ended early');
    endFailed(out, error);
    return null;
  });
  if (!help) return HANDLED;
  // The reader has gone before there was anything to send.
  if (!out && reply.raw.destroyed) return help;
  const opened: MessageStream = out ?? open(help.sources);
  opened.part({ type: 'data-help', data: help });
  opened.end();
  return HANDLED;
}

function endFailed(out: MessageStream, error: unknown): void {
  out.part({ type: 'error', errorText: AppError.is(error) ? error.code : 'internal' });
  out.end();
}

interface RunningHelp extends HelpCall {
  /** Stops it; its result is sent all the same. */
  readonly control: AbortController;
}

interface HelpCall {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly postId: PostId;
  readonly input: PostHelpInput;
  /** Aborts when the result is no longer wanted: the model is stopped, and what it has cost is charged. */
  readonly signal: AbortSignal;
}

/** Gets each piece of the text as it comes, and the sources of an outline with it. */
type OnHelpText = (piece: string, sources: readonly PostSource[]) => void;

/** Has a model write for a post. What fails before the first text is thrown; after it the result says so. */
async function writeHelp(
  dependencies: HelpDependencies,
  call: HelpCall,
  onText: OnHelpText,
): Promise<PostHelp> {
  const { accountId, input } = call;
  await requireOwn(dependencies, call);
  const entry = chooseModel(await dependencies.models.of(accountId), input.serviceUuid);
  const passages =
    input.kind === 'outline'
      ? await findPassages(dependencies.search, {
          accountId,
          knowledgeId: input.knowledgeUuid,
          topic: input.topic,
        })
      : [];
  if (!entry) {
    if (input.kind !== 'outline') throw new AppError('no_language_model', 'This needs a language model');
    const outline = outlineOfPassages(input.topic, passages);
    onText(outline.content, outline.sources);
    return { ...NOTHING, kind: input.kind, ...outline, ending: 'whole', ...WITHOUT_MODEL };
  }
  const sources = sourcesOf(passages);
  const mark = randomBytes(6).toString('hex');
  const steps = stepsOf(input, { entry, passages, mark });
  const run = await runSteps(dependencies, {
    ...call,
    entry,
    steps,
    onText: (piece) => onText(piece, sources),
  });
  const parts = readAnswer(input, { text: run.text, mark });
  const isNothing = parts.content === '' && parts.titles.length === 0 && parts.description === '';
  if (isNothing && run.ending !== 'stopped') throw new AppError('model_failed', 'The model did not answer');
  const { ending, usage } = run;
  return { ...parts, kind: input.kind, sources, ending, usage, serviceUuid: entry.uuid };
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, tokens: 0 };
const WITHOUT_MODEL = { serviceUuid: BUILTIN_MODEL_UUID, usage: NO_USAGE };

/** Post and knowledge base have to be the account's. */
const requireOwn = ({ database }: HelpDependencies, { accountId, postId, input }: HelpCall): Promise<void> =>
  database.account(accountId, async (transaction) => {
    orNotFound(await findPost(transaction, postId), 'post');
    if (input.kind !== 'outline') return;
    const [base = null] = await existingKnowledgeIds(transaction, [input.knowledgeUuid]);
    orNotFound(base, 'knowledge base');
  });

/** Null: there is none that can write. */
function chooseModel(models: ModelRegistry, serviceUuid: string | undefined): CatalogueEntry | null {
  if (serviceUuid === undefined) return cheapestModel(models);
  const entry = models.find(serviceUuid);
  if (!entry || !models.available(serviceUuid) || entry.group === 'image-model')
    throw AppError.field('service_unavailable_model', 'body.serviceUuid', 'This model is not available here');
  return entry.provider === 'builtin' ? null : entry;
}

/** Interactive: a member reads what is written. */
const TIMEOUTS = { firstTokenMs: 30_000, idleMs: 20_000, totalMs: 140_000 };

interface Run extends HelpCall {
  readonly entry: CatalogueEntry;
  readonly steps: readonly Step[];
  readonly onText: (piece: string) => void;
}

/** Makes the calls one after the other, and adds up what they cost. */
async function runSteps(
  dependencies: HelpDependencies,
  { accountId, userId, entry, steps, signal, onText }: Run,
): Promise<{ readonly text: string; readonly ending: PostHelpEnding; readonly usage: Usage }> {
  let text = '';
  let usage: Usage = NO_USAGE;
  let isCut = false;
  const write = (piece: string): void => {
    text += piece;
    onText(piece);
  };
  for (const step of steps) {
    if (signal.aborted) return { text, ending: 'stopped', usage };
    if (text !== '') write('\n');
    const completion = await runBilledCompletion(dependencies, {
      ...{ ...step, accountId, userId, entry, signal },
      timeouts: TIMEOUTS,
      urgency: 'staff',
      onText: write,
    });
    usage = addUsage(usage, entry, completion);
    if (signal.aborted) return { text, ending: 'stopped', usage };
    if (completion.kind !== 'answered') {
      if (text.trim() === '') throw failureOf(completion);
      return { text, ending: 'failed', usage };
    }
    isCut ||= completion.isCut;
  }
  return { text, ending: isCut ? 'cut' : 'whole', usage };
}

function failureOf({ kind }: Exclude<BilledCompletion, { kind: 'answered' }>): AppError {
  switch (kind) {
    case 'spent':
      return new AppError('balance_empty', 'No tokens are left for this');
    case 'busy':
      return new AppError('balance_busy', 'All tokens are in use by other answers; try again in a moment');
    case 'unavailable':
      return new AppError('service_unavailable_model', 'This model is not available here');
    case 'failed':
      return new AppError('model_failed', 'The model did not answer');
  }
}

function addUsage(sum: Usage, entry: CatalogueEntry, completion: BilledCompletion): Usage {
  if (!('usage' in completion)) return sum;
  const { usage, tokens } = completion;
  const added = {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    tokens: sum.tokens + tokens,
  };
  if (!isOwn(entry)) return added;
  const micros = entry.ownKey.isPriced
    ? (sum.micros ?? 0) + microsOf(Number(costInTokens(entry.rates, usage)))
    : null;
  return { ...added, micros };
}
