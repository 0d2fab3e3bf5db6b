import type { HttpToolConfig, ToolConfig, ToolProblem } from '@hanasu/contract/tools';
import { namesInBody, parseTemplate } from './fill-body.ts';
import { parsePath } from './json-path.ts';
import { placeholdersOf, sampleUrl } from './url-template.ts';

export interface ConfigProblem {
  /** Below `body.config`. */
  readonly path: string;
  readonly code: ToolProblem;
  readonly message: string;
}

/** What of a configuration doesn't fit together; what one field says by itself is checked by the contract. */
export function checkConfig(config: ToolConfig): ConfigProblem[] {
  if (config.kind === 'handover') return [];
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
    ...checkUrl(config),
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
    ...repeated(config.parameters.map(({ name }) => name)).map((index) =>
      problem(`parameters.${index}.name`, 'taken', 'The same name twice'),
    ),
  ];
}

function checkUrl({ url, parameters }: HttpToolConfig): ConfigProblem[] {
  if (!sampleUrl(url)) return [problem('url', 'address', 'Not an address')];
  const inPath = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  const unknown = placeholdersOf(url).find((name) => !inPath.includes(name));
  return unknown ? [problem('url', 'unknown_place', `There is no parameter ${unknown} in the address`)] : [];
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
