import { type HttpToolConfig, TOOL_OUTPUT_MAX, type ToolParameter } from '@hanasu/contract/tools';
import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { readInput, type ToolValues } from './input-schema.ts';
import { fillBody, fillUrl, parseTemplate, readPath } from './request-templates.ts';
import { type FailedRun, failed, type ToolRun } from './tool-result.ts';
import { createMasker, type Masker, openHeaders, type ToolSecrets } from './tool-secrets.ts';

const DETAIL_MAX = 500;

interface HttpCall {
  readonly config: HttpToolConfig;
  readonly secrets: ToolSecrets;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** Calls another system once. Never throws for what it does. */
export async function callHttp(guardedFetch: GuardedFetch, call: HttpCall): Promise<ToolRun> {
  const { config, secrets, signal } = call;
  const read = readInput(config.parameters, call.input);
  if (read.kind === 'wrong') return failed('bad_input', read.detail);
  const request = buildRequest(config, secrets, read.values);
  if (request.kind === 'wrong') return failed('bad_input', request.detail);
  const { url, method, headers, body } = request;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(config.timeoutSeconds * 1000)]);
  try {
    const response = await guardedFetch(url, { method, headers, body, signal: patience });
    const text = await response.text();
    return readAnswer(config, {
      status: response.status,
      text,
      masker: createMasker(Object.values(secrets)),
    });
  } catch (error) {
    return whyFailed(error, signal);
  }
}

/** In our words; what the libraries say may name addresses. */
export function whyFailed(error: unknown, signal: AbortSignal): FailedRun {
  if (signal.aborted) return failed('stopped');
  if (error instanceof DOMException && error.name === 'TimeoutError') return failed('timeout');
  if (!(error instanceof FetchFailure)) return failed('bad_response');
  return failed(error.reason === 'too_many_redirects' ? 'bad_response' : error.reason);
}

function readAnswer(
  config: HttpToolConfig,
  { status, text, masker }: { readonly status: number; readonly text: string; readonly masker: Masker },
): ToolRun {
  if (status >= 300) {
    return failed(`http_error_${status}`, masker.text(text).slice(0, DETAIL_MAX).toWellFormed(), status);
  }
  const json = parseJson(text);
  if (config.mapping.length === 0) {
    const output = json === undefined ? masker.text(text) : masker.value(json);
    return { kind: 'done', output: shorten(output), status };
  }
  if (json === undefined) {
    return failed('bad_response', masker.text(text).slice(0, DETAIL_MAX).toWellFormed(), status);
  }
  const masked = masker.value(json);
  const found = config.mapping.map(({ name, path }) => [name, readPath(masked, path) ?? null] as const);
  return { kind: 'done', output: shorten(Object.fromEntries(found)), status };
}

/** The value; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type BuiltRequest =
  | {
      readonly kind: 'ok';
      readonly url: URL;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
    }
  | { readonly kind: 'wrong'; readonly detail: string };

const SENDABLE = /^[\t\x20-\x7e\xa0-\xff]*$/;

/** The call as it is sent. Values that could change its shape are refused, not repaired. */
export function buildRequest(config: HttpToolConfig, secrets: ToolSecrets, values: ToolValues): BuiltRequest {
  const filled = fillUrl(config.url, values);
  if (filled.kind === 'wrong') return filled;
  const { url } = filled;
  for (const { name, value } of given(config, 'query', values)) url.searchParams.append(name, value);
  const fromModel = given(config, 'header', values);
  const unsendable = fromModel.find(({ value }) => !SENDABLE.test(value));
  if (unsendable) return { kind: 'wrong', detail: `${unsendable.name}: not possible in a header` };
  const body = bodyOf(config, values);
  const headers = {
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    'user-agent': 'Hanasu',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...Object.fromEntries(fromModel.map(({ name, value }) => [name.toLowerCase(), value])),
    ...Object.fromEntries(
      openHeaders(config.headers, secrets).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
  return { kind: 'ok', url, method: config.method, headers, body };
}

/** What the model filled in for one place; what it left out is not sent. */
function given({ parameters }: HttpToolConfig, place: ToolParameter['in'], values: ToolValues) {
  return parameters.flatMap(({ name, in: where }) => {
    const value = values[name];
    return where === place && value !== undefined ? [{ name, value: String(value).toWellFormed() }] : [];
  });
}

function bodyOf(config: HttpToolConfig, values: ToolValues): string | null {
  if (config.method === 'GET') return null;
  const known = Object.fromEntries(config.parameters.map(({ name }) => [name, values[name]]));
  if (config.body !== '') return JSON.stringify(fillBody(parseTemplate(config.body), known) ?? null);
  const names = config.parameters.filter((parameter) => parameter.in === 'body').map(({ name }) => name);
  if (names.length === 0) return null;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]])));
}

/** What a model is told of an answer: the value itself, or the beginning of its text when it is too long. */
export function shorten(output: unknown): unknown {
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
  if (text.length <= TOOL_OUTPUT_MAX) return output ?? null;
  return `${text.slice(0, TOOL_OUTPUT_MAX).toWellFormed()}…`;
}
