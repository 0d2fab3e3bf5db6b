import { parseAst } from 'vite';

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export interface FoundFunction {
  readonly start: number;
  /** Where the first statement of the body may be put; null: the body is an expression. */
  readonly body: { readonly start: number; readonly end: number; readonly isBlock: boolean };
  readonly parameters: number;
  /** The first parameter is an open transaction. */
  readonly hasTransaction: boolean;
  readonly lines: number;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Every node below `root`, parents before children. */
function* nodesOf(root: AstNode): Generator<AstNode> {
  yield root;
  for (const value of Object.values(root)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* nodesOf(each);
  }
}

/** Every function of a TypeScript file that has a body. */
export function functionsOf(path: string, text: string): FoundFunction[] {
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  if (!isNode(program)) throw new Error(`${path} could not be parsed`);
  return [...nodesOf(program)]
    .filter(({ type }) => FUNCTIONS.has(type))
    .flatMap((node) => readFunction(node, text));
}

function readFunction(node: AstNode, text: string): FoundFunction[] {
  const { body, params } = node as AstNode & { body?: unknown; params?: unknown };
  if (!isNode(body) || !Array.isArray(params)) return [];
  const nodes = params.filter(isNode);
  return [
    {
      start: node.start,
      body: { start: body.start, end: body.end, isBlock: body.type === 'BlockStatement' },
      parameters: nodes.length,
      hasTransaction: /^transaction\b/.test(text.slice(nodes[0]?.start ?? 0)),
      lines: text.slice(node.start, node.end).split('\n').length,
    },
  ];
}
