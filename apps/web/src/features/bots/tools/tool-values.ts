import type { N8nTrigger } from '@hanasu/contract/n8n';
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
  } & Pick<N8nToolConfig, 'workflowId' | 'triggerId' | 'auth' | 'answerPath'> & {
    /** Name of the workflow; empty: none is chosen. */
    workflow: string;
    /** As n8n has it, or had it when the tool was saved; null: none is chosen. */
    trigger: N8nTrigger | null;
    /** The owner says that the workflow changes nothing. */
    onlyReads: boolean;
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
  workflowId: '',
  triggerId: '',
  workflow: '',
  trigger: null,
  auth: { kind: 'none' },
  answerPath: '',
  onlyReads: false,
};

const base = { name: ToolInput.shape.name, description: ToolInput.shape.description };
const http = HttpToolConfig.omit({ kind: true }).shape;
const mcp = McpToolConfig.omit({ kind: true }).shape;
const { workflowId, triggerId, method, parameters, auth, timeoutSeconds, answerPath } = N8nToolConfig.shape;
const n8n = { workflowId, triggerId, method, parameters, auth, timeoutSeconds, answerPath };
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
  workflowId: unused,
  triggerId: unused,
  workflow: unused,
  trigger: unused,
  auth: unused,
  answerPath: unused,
  onlyReads: unused,
};

/** The contract's rules for the fields that a kind has. */
export const VALUE_SCHEMAS = {
  http: z.object({ ...none, ...http, ...base }),
  mcp: z.object({ ...none, ...mcp, ...base }),
  n8n: z.object({ ...none, ...n8n, ...base }),
  form: z.object({
    ...none,
    ...base,
    formId: z.preprocess((chosen) => chosen ?? undefined, FormToolConfig.shape.formId),
  }),
  handover: z.object({ ...none, ...base }),
} as const satisfies Record<ToolKind, z.ZodType>;

/** Of a new workflow: most change something, and take longer than a request. */
const NEW_WORKFLOW = { method: 'POST', timeoutSeconds: 25 } as const;

export function valuesOf(kind: ToolKind, tool: ToolView | null): ToolValues {
  if (!tool) return { ...EMPTY, ...(kind === 'n8n' ? NEW_WORKFLOW : {}) };
  const { name, description, config } = tool;
  return { ...EMPTY, confirmation: 'off', ...configValues(config), name, description };
}

function configValues(config: ToolConfig): Partial<ToolValues> {
  const { kind: _kind, ...given } = config;
  if (config.kind !== 'n8n') return given as Partial<ToolValues>;
  const { kind: _same, target, readOnly, ...rest } = config;
  if (!target) return { ...rest, onlyReads: readOnly };
  const { workflow, origin: _origin, ...trigger } = target;
  return { ...rest, onlyReads: readOnly, workflow, trigger };
}

export function configOf(kind: ToolKind, values: ToolValues): ToolConfig {
  const { url, method, parameters, headers, timeoutSeconds, confirmation } = values;
  switch (kind) {
    case 'handover':
      return { kind };
    case 'form':
      return FormToolConfig.parse({ kind, formId: values.formId });
    case 'mcp': {
      const { tools } = values;
      const readOnly = values.readOnly.filter((name) => tools.includes(name));
      return { kind, url, headers, tools, readOnly, confirmation };
    }
    case 'n8n': {
      const { workflowId, triggerId, auth, answerPath, onlyReads: readOnly } = values;
      const place = { workflowId, triggerId, method, parameters, auth };
      return { kind, ...place, timeoutSeconds, answerPath, readOnly, confirmation };
    }
    case 'http': {
      const { body, mapping } = values;
      return { kind, method, url, parameters, headers, body, timeoutSeconds, mapping, confirmation };
    }
  }
}
