import type { AccountId } from '@hanasu/contract/ids';
import type { HttpToolConfig, N8nToolConfig, ToolConfig, ToolProblem } from '@hanasu/contract/tools';
import { AppError } from '../../../platform/app-error.ts';
import { asHttpConfig, RESERVED_NAMES } from './n8n/run-workflow.ts';
import type { ListedWorkflows, WorkflowDirectory } from './n8n/workflows.ts';
import { namesInBody, parsePath, parseTemplate, placeholdersOf, sampleUrl } from './request-templates.ts';

interface ConfigProblem {
  /** Below `body.config`. */
  readonly path: string;
  readonly code: ToolProblem;
  readonly message: string;
}

/** What of a configuration doesn't fit together; what one field says by itself is checked by the contract. */
export function checkConfig(config: ToolConfig): ConfigProblem[] {
  if (config.kind === 'n8n') return checkWorkflow(config);
  if (!('url' in config)) return [];
  const headers = repeated(config.headers.map(({ name }) => name.toLowerCase())).map((index) =>
    problem(`headers.${index}.name`, 'taken', 'The same header twice'),
  );
  if (config.kind === 'http') return [...headers, ...checkHttp(config)];
  return sampleUrl(config.url) && placeholdersOf(config.url).length === 0
    ? headers
    : [...headers, problem('url', 'address', 'Not an address')];
}

function checkHttp(config: HttpToolConfig): ConfigProblem[] {
  return [
    ...checkUrl(config, 'url'),
    ...config.parameters.flatMap((_parameter, index) => checkParameter(config, index)),
    ...checkBody(config),
    ...config.mapping.flatMap(({ path }, index) =>
      parsePath(path)
        ? []
        : [problem(`mapping.${index}.path`, 'not_a_path', 'Not a path like items[0].price')],
    ),
    ...repeated(config.mapping.map(({ name }) => name)).map((index) =>
      problem(`mapping.${index}.name`, 'taken', 'The same name twice'),
    ),
    ...checkNames(config),
  ];
}

const checkNames = ({ parameters }: Pick<HttpToolConfig, 'parameters'>): ConfigProblem[] =>
  repeated(parameters.map(({ name }) => name)).map((index) =>
    problem(`parameters.${index}.name`, 'taken', 'The same name twice'),
  );

/** Holds the configuration against the trigger that it names. */
function checkWorkflow(config: N8nToolConfig): ConfigProblem[] {
  const { target, method, auth, answerPath, parameters } = config;
  if (!target) return [problem('workflowId', 'workflow_missing', 'There is no such workflow')];
  if (target.path === null)
    return [problem('triggerId', 'no_address', 'n8n computes the address of this trigger')];
  const { authentication } = target;
  const isOpen = authentication === 'none';
  if (!isOpen && authentication !== 'basic' && authentication !== 'header')
    return [problem('triggerId', 'auth_unsupported', 'The authentication of this trigger is not supported')];
  const http = asHttpConfig(config, `https://n8n.example/${target.path}`);
  return [
    ...(target.methods.includes(method)
      ? []
      : [problem('method', 'method_missing', 'The trigger does not take it')]),
    ...(isOpen || auth.kind === authentication
      ? []
      : [problem('auth.kind', 'auth_differs', `The trigger asks for ${authentication}`)]),
    ...(auth.kind === 'header' && /^(?:idempotency-key|content-type)$/i.test(auth.name)
      ? [problem('auth.name', 'taken', 'This header is set already')]
      : []),
    ...(parsePath(answerPath) ? [] : [problem('answerPath', 'not_a_path', 'Not a path like [0].answer')]),
    ...checkUrl(http, 'parameters'),
    ...parameters.flatMap((parameter, index) => {
      const isReserved = RESERVED_NAMES[target.kind].has(parameter.name);
      if (isReserved) return [problem(`parameters.${index}.name`, 'taken', 'This name is set already')];
      if (target.kind === 'chat' && parameter.in !== 'body')
        return [problem(`parameters.${index}.in`, 'no_place', 'A chat takes values in its body only')];
      return checkParameter(http, index);
    }),
    ...checkNames(config),
  ];
}

function checkUrl({ url, parameters }: HttpToolConfig, field: 'url' | 'parameters'): ConfigProblem[] {
  if (!sampleUrl(url)) return [problem(field, 'address', 'Not an address')];
  const inPath = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  const unknown = placeholdersOf(url).find((name) => !inPath.includes(name));
  return unknown ? [problem(field, 'unknown_place', `There is no parameter ${unknown} in the address`)] : [];
}

function checkParameter(
  { url, method, headers, parameters }: HttpToolConfig,
  index: number,
): ConfigProblem[] {
  const parameter = parameters[index];
  if (!parameter) return [];
  const { name, type, values } = parameter;
  const at = `parameters.${index}`;
  const problems: ConfigProblem[] = [];
  if (type === 'enum' && values.length === 0)
    problems.push(problem(`${at}.values`, 'no_choices', 'Nothing to choose from'));
  if (parameter.in === 'path' && !placeholdersOf(url).includes(name)) {
    problems.push(problem(`${at}.in`, 'no_place', `The address has no {${name}}`));
  }
  if (parameter.in === 'path' && !parameter.required) {
    problems.push(problem(`${at}.required`, 'path_required', 'An address can’t do without it'));
  }
  if (parameter.in === 'body' && method === 'GET') {
    problems.push(problem(`${at}.in`, 'no_body', 'A GET request has no body'));
  }
  const isSet = headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
  if (parameter.in === 'header' && (isSet || FIXED_HEADER.test(name))) {
    problems.push(problem(`${at}.name`, 'taken', 'This header is set already'));
  }
  return problems;
}

const FIXED_HEADER = /^(host|content-length|content-type|connection|keep-alive|upgrade|te|trailer|expect)$/i;

function checkBody({ body, method, parameters }: HttpToolConfig): ConfigProblem[] {
  if (body === '') return [];
  if (method === 'GET') return [problem('body', 'no_body', 'A GET request has no body')];
  if (parseTemplate(body) === undefined) return [problem('body', 'not_json', 'Not JSON')];
  const names = namesInBody(body);
  const unused = parameters.findIndex(({ in: place, name }) => place === 'body' && !names.includes(name));
  return unused === -1
    ? []
    : [problem(`parameters.${unused}.in`, 'no_place', 'The body has no place for it')];
}

const problem = (path: string, code: ToolProblem, message: string): ConfigProblem => ({
  path,
  code,
  message,
});

/** Places of what stood before already. */
const repeated = (names: readonly string[]): number[] =>
  names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []));

/**
 * The configuration with its trigger as n8n has it now. A trigger that was found before stays as it was when n8n does
 * not answer, or does not list it any more: the rest of the tool can be changed all the same.
 */
export async function withTarget(
  workflows: WorkflowDirectory,
  accountId: AccountId,
  { given, stored }: { readonly given: ToolConfig; readonly stored: ToolConfig | null },
): Promise<ToolConfig> {
  if (given.kind !== 'n8n') return given;
  const { workflowId, triggerId } = given;
  const isSame = stored?.kind === 'n8n' && stored.workflowId === workflowId && stored.triggerId === triggerId;
  const before = isSame ? (stored.target ?? null) : null;
  let listed: ListedWorkflows;
  try {
    listed = await workflows.list(accountId, { maxAgeMs: 0 });
  } catch (error) {
    if (before && AppError.is(error)) return { ...given, target: before };
    throw error;
  }
  const workflow = listed.items.find(({ id }) => id === workflowId);
  const trigger = workflow?.triggers.find(({ id }) => id === triggerId);
  if (workflow && trigger) {
    const { url: _url, ...found } = trigger;
    const origin = new URL(listed.webhookBaseUrl).origin;
    return { ...given, target: { ...found, workflow: workflow.name, origin } };
  }
  if (before) return { ...given, target: before };
  throw workflow
    ? missing('triggerId', 'trigger_missing', 'The workflow has no such trigger')
    : missing(
        'workflowId',
        'workflow_missing',
        'There is no such workflow with the tag hanasu that is published',
      );
}

const missing = (field: string, code: ToolProblem, message: string): AppError =>
  new AppError('validation_failed', 'Some fields are invalid', {
    errors: [{ path: `body.config.${field}`, code, message }],
  });
