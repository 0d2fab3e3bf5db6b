import {
  FormToolConfig,
  HttpToolConfig,
  McpToolConfig,
  N8nToolConfig,
  type ToolConfig,
  ToolInput,
  type ToolKind,
  type ToolView,
} from '@hanasu/contract/tools';
import { z } from 'zod';

type Http = Omit<HttpToolConfig, 'kind'>;
/** What any kind of tool is made of; a kind uses some of it. */
export type ToolValues = Pick<ToolInput, 'name' | 'description'> &
  Http & {
    tools: string[];
    readOnly: string[];
    formId: FormToolConfig['formId'] | null;
    n8n: N8nToolConfig | null;
  };

/** Open in the panel: a tool there is, or a new one of a kind. */
export interface OpenTool {
  readonly kind: ToolKind;
  readonly tool: ToolView | null;
  /** Chosen for a new one. */
  readonly formId?: FormToolConfig['formId'] | undefined;
}

const EMPTY: ToolValues = {
  name: '',
  description: '',
  method: 'GET',
  url: '',
  parameters: [],
  headers: [],
  body: '',
  timeoutSeconds: 10,
  mapping: [],
  confirmation: 'customer',
  tools: [],
  readOnly: [],
  formId: null,
  n8n: null,
};

const base = { name: ToolInput.shape.name, description: ToolInput.shape.description };
const http = HttpToolConfig.omit({ kind: true }).shape;
const mcp = McpToolConfig.omit({ kind: true }).shape;
const unused = z.any();
const none = {
  method: unused,
  url: unused,
  parameters: unused,
  headers: unused,
  body: unused,
  timeoutSeconds: unused,
  mapping: unused,
  tools: unused,
  readOnly: unused,
  confirmation: unused,
  formId: unused,
  n8n: unused,
};

/** The contract's rules for the fields that a kind has. */
export const VALUE_SCHEMAS = {
  http: z.object({ ...none, ...http, ...base }),
  mcp: z.object({ ...none, ...mcp, ...base }),
  n8n: z.object({ ...none, ...base, n8n: N8nToolConfig }),
  form: z.object({
    ...none,
    ...base,
    formId: z.preprocess((chosen) => chosen ?? undefined, FormToolConfig.shape.formId),
  }),
  handover: z.object({ ...none, ...base }),
} as const satisfies Record<ToolKind, z.ZodType>;

export const valuesOf = (tool: ToolView | null): ToolValues =>
  tool
    ? {
        ...EMPTY,
        confirmation: 'off',
        ...(tool.config.kind === 'n8n' ? { n8n: tool.config } : withoutKind(tool.config)),
        name: tool.name,
        description: tool.description,
      }
    : EMPTY;

const withoutKind = ({ kind: _kind, ...rest }: Exclude<ToolConfig, N8nToolConfig>) => rest;

export function configOf(kind: ToolKind, values: ToolValues): ToolConfig {
  const { name: _name, description: _description, tools, readOnly, formId, n8n, ...rest } = values;
  if (kind === 'handover') return { kind };
  if (kind === 'n8n') return N8nToolConfig.parse(n8n);
  if (kind === 'form') return FormToolConfig.parse({ kind, formId });
  if (kind === 'mcp')
    return {
      kind,
      url: rest.url,
      headers: rest.headers,
      tools,
      readOnly: readOnly.filter((name) => tools.includes(name)),
      confirmation: rest.confirmation,
    };
  return { kind, ...rest };
}
