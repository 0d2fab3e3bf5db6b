import type { HttpToolConfig } from '@hanasu/contract/tools';
import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { buildRequest } from './domain/build-request.ts';
import { readInput } from './domain/input-schema.ts';
import { readPath } from './domain/json-path.ts';
import { createMasker, type Masker } from './domain/mask-secrets.ts';
import { shorten } from './domain/shorten.ts';
import { type FailedRun, failed, type ToolRun } from './domain/tool-run.ts';
import type { ToolSecrets } from './domain/tool-secrets.ts';

const DETAIL_MAX = 500;

export interface HttpCall {
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
    return readAnswer(config, response.status, text, createMasker(Object.values(secrets)));
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

function readAnswer(config: HttpToolConfig, status: number, text: string, masker: Masker): ToolRun {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
