import type { HttpToolConfig, ToolParameter } from '@hanasu/contract/tools';
import { fillBody, parseTemplate } from './fill-body.ts';
import type { ToolValues } from './input-schema.ts';
import { openHeaders, type ToolSecrets } from './tool-secrets.ts';
import { fillUrl } from './url-template.ts';

export type BuiltRequest =
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
