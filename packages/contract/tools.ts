import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FORM_STATES } from './forms.ts';
import { BotId, FormId, ToolId, uuidParams } from './ids.ts';
import { N8N_LIST_ERRORS, N8nTrigger } from './n8n.ts';
import { Time } from './page.ts';

/**
 * `http`: one call to another system. `mcp`: tools of an MCP server. `n8n`: a workflow of the connected n8n. `form`: a
 * form is asked in the chat, begun with what the customer has said already. `handover`: a person takes over.
 */
export const TOOL_KINDS = ['http', 'mcp', 'n8n', 'form', 'handover'] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];
export const TOOLS_MAX = 20;
export const TOOL_SECONDS_MAX = 20;
/** Workflows may ask a model themselves; an answer as a whole takes 45 seconds at most (`MODEL_TOTAL_MS`). */
export const N8N_SECONDS_MAX = 30;
/** What a model is told at most of an answer, in characters. */
export const TOOL_OUTPUT_MAX = 12_000;

const ToolName = z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/);
const ToolUrl = z.string().trim().min(1).max(2000);

/** Of RFC 9110, without those that belong to the connection itself. */
const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/)
  .refine(
    (name) =>
      !/^(host|content-length|connection|keep-alive|transfer-encoding|upgrade|te|trailer|expect|proxy-.*)$/i.test(
        name,
      ),
  );
/** A line break would start another header. */
const HeaderValue = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .regex(/^[\t\x20-\x7e\xa0-\xff]+$/);

/** `value` null: what is stored stays. A secret value is never given out, so views have null for it. */
export const ToolHeader = z
  .object({ name: HeaderName, secret: z.boolean(), value: HeaderValue.nullable() })
  .strict();
export type ToolHeader = z.infer<typeof ToolHeader>;

export const PARAMETER_TYPES = ['string', 'number', 'boolean', 'enum'] as const;
export const PARAMETER_PLACES = ['path', 'query', 'body', 'header'] as const;
/** What the model fills in. `path`: where `{name}` stands in the address. */
export const ToolParameter = z
  .object({
    name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,39}$/),
    type: z.enum(PARAMETER_TYPES),
    /** With `enum` what can be chosen; else empty. */
    values: z.array(z.string().trim().min(1).max(100)).max(50),
    description: z.string().trim().max(300),
    required: z.boolean(),
    in: z.enum(PARAMETER_PLACES),
  })
  .strict();
export type ToolParameter = z.infer<typeof ToolParameter>;

/** `path` like `$.items[0].price` or `items[*].name`. */
export const ToolMapping = z
  .object({ name: z.string().trim().min(1).max(40), path: z.string().trim().min(1).max(200) })
  .strict();
export type ToolMapping = z.infer<typeof ToolMapping>;

/**
 * For tools that change something outside (any method but GET, tools of an MCP server but those in `readOnly`, workflows
 * but those that are `readOnly`).
 * `customer`: the customer is asked before each call. `staff`: staff approve each call in the inbox. `off`, as when it
 * is absent: the customer is asked only when no argument comes from the customer's own words.
 */
export const TOOL_CONFIRMATIONS = ['off', 'customer', 'staff'] as const;
const confirmation = z.enum(TOOL_CONFIRMATIONS).optional();

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const HttpToolConfig = z
  .object({
    kind: z.literal('http'),
    method: z.enum(HTTP_METHODS),
    /** `{name}` stands for a parameter; never in the host. */
    url: ToolUrl,
    parameters: z.array(ToolParameter).max(20),
    headers: z.array(ToolHeader).max(20),
    /** JSON in which `"{name}"` stands for a parameter; empty: an object of the parameters in the body. */
    body: z.string().max(10_000),
    timeoutSeconds: z.number().int().min(1).max(TOOL_SECONDS_MAX),
    /** What of a JSON answer the model is told; empty: all of it. */
    mapping: z.array(ToolMapping).max(20),
    confirmation,
  })
  .strict();
export type HttpToolConfig = z.infer<typeof HttpToolConfig>;

export const McpToolConfig = z
  .object({
    kind: z.literal('mcp'),
    url: ToolUrl,
    headers: z.array(ToolHeader).max(20),
    /** Names of the server's tools that the model may call. */
    tools: z.array(z.string().min(1).max(128)).max(50),
    /** Those of which the owner accepts the server's word that they only read; the others change something. */
    readOnly: z.array(z.string().min(1).max(128)).max(50).optional(),
    confirmation,
  })
  .strict();
export type McpToolConfig = z.infer<typeof McpToolConfig>;

const SecretValue = z.string().min(1).max(500).nullable();
/** Authentication at the trigger of the workflow. A secret value is never returned; null: the stored one stays. */
const N8nAuth = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }).strict(),
  z.object({ kind: z.literal('basic'), user: z.string().min(1).max(200), password: SecretValue }).strict(),
  z.object({ kind: z.literal('header'), name: HeaderName, value: HeaderValue.nullable() }).strict(),
]);
export type N8nAuth = z.infer<typeof N8nAuth>;

/** The trigger as n8n had it when the tool was saved last. */
const N8nTarget = N8nTrigger.extend({
  workflow: z.string().max(200),
  /** The origin that the secret values were entered for: they are not sent to another one. */
  origin: z.string().max(300),
}).strict();
export type N8nTarget = z.infer<typeof N8nTarget>;

export const N8nToolConfig = z
  .object({
    kind: z.literal('n8n'),
    workflowId: z.string().min(1).max(100),
    /** One of the workflow's triggers. */
    triggerId: z.string().min(1).max(100),
    /** One of the trigger's methods. */
    method: z.enum(HTTP_METHODS).default('POST'),
    /**
     * Values that the model fills in. A webhook gets them as `in` says. A chat gets `chatInput` from the model in any case, and
     * these as `metadata` (`in` is `body`).
     */
    parameters: z.array(ToolParameter).max(20).default([]),
    auth: N8nAuth.default({ kind: 'none' }),
    timeoutSeconds: z.number().int().min(1).max(N8N_SECONDS_MAX).default(25),
    /** Path of the part of a JSON answer that the model gets, like `[0].answer`; empty: all of it, of a chat its text. */
    answerPath: z.string().trim().max(200).default(''),
    /** The owner says that the workflow changes nothing. */
    readOnly: z.boolean().default(false),
    confirmation,
    /** Written by the server, ignored in requests. Null: the workflow was never found. */
    target: N8nTarget.nullable().optional(),
  })
  .strict();
export type N8nToolConfig = z.infer<typeof N8nToolConfig>;

export const FormToolConfig = z.object({ kind: z.literal('form'), formId: FormId }).strict();
export type FormToolConfig = z.infer<typeof FormToolConfig>;

export const HandoverToolConfig = z.object({ kind: z.literal('handover') }).strict();

export const ToolConfig = z
  .discriminatedUnion('kind', [
    HttpToolConfig,
    McpToolConfig,
    N8nToolConfig,
    FormToolConfig,
    HandoverToolConfig,
  ])
  .meta({ id: 'ToolConfig' });
export type ToolConfig = z.infer<typeof ToolConfig>;

const tool = {
  /** What the model calls it; unique for the bot. Tools of an MCP server are `name_theirs`. */
  name: ToolName,
  /** Tells the model when to use it. */
  description: z.string().trim().min(1).max(1000),
  enabled: z.boolean(),
  config: ToolConfig,
};
export const ToolInput = z.object({ ...tool, enabled: tool.enabled.default(true) }).strict();
export type ToolInput = z.infer<typeof ToolInput>;
/** The kind of a tool can't be changed. */
export const ToolPatch = z.object(tool).partial().strict();
export type ToolPatch = z.infer<typeof ToolPatch>;

export const ToolView = z
  .object({
    uuid: ToolId,
    botUuid: BotId,
    ...tool,
    /** Of the kind `form`: the form it begins, offered to the model while it is open. Null: deleted, or another kind. */
    form: z.object({ name: z.string(), state: z.enum(FORM_STATES) }).nullable(),
    /**
     * Reason why its calls fail now, one of `TOOL_FAILURES` or `http_error_…`; null: the last one succeeded, or none was made
     * since the tool was changed. What may be due to the input of a call counts after three failed calls in a row.
     */
    failure: z.string().nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Tool' });
export type ToolView = z.infer<typeof ToolView>;

/**
 * Codes of problems with parts of `config` that don't fit together, in `errors` of `validation_failed`. `no_address`: n8n
 * computes the address of the trigger. `auth_differs`: the trigger asks for another kind of authentication.
 * `auth_unsupported`: for one that tools cannot do.
 */
export const TOOL_PROBLEMS = [
  'address',
  'unknown_place',
  'no_place',
  'path_required',
  'no_body',
  'not_json',
  'no_choices',
  'taken',
  'not_a_path',
  'form_missing',
  'form_not_published',
  'workflow_missing',
  'trigger_missing',
  'no_address',
  'method_missing',
  'auth_differs',
  'auth_unsupported',
] as const;
export type ToolProblem = (typeof TOOL_PROBLEMS)[number];

export const ToolTest = z
  .object({
    ok: z.boolean(),
    /** As it was sent, and what the model would be told. Neither holds a secret. */
    input: z.unknown(),
    output: z.unknown(),
    /** Of the HTTP answer; null when there was none or the kind has none. */
    status: z.number().int().nullable(),
    milliseconds: z.number(),
    /** One of `TOOL_FAILURES` or `http_error_…`; null when it worked. */
    reason: z.string().nullable(),
    /** What the other side said, for whoever sets the tool up. */
    detail: z.string(),
  })
  .meta({ id: 'ToolTest' });
export type ToolTest = z.infer<typeof ToolTest>;

export const RemoteTool = z
  .object({
    name: z.string(),
    description: z.string(),
    /** JSON Schema of its input. */
    inputSchema: z.record(z.string(), z.unknown()),
    /** The server says that it only reads. */
    readOnlyHint: z.boolean(),
  })
  .meta({ id: 'RemoteTool' });
export type RemoteTool = z.infer<typeof RemoteTool>;

export const listTools = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}/tools',
  summary: 'Tools of a bot, oldest first',
  tag: 'tools',
  access: 'viewer',
  params: uuidParams(BotId),
  status: 200,
  output: z.object({ items: z.array(ToolView) }),
  errors: ['not_found'],
});
export const createTool = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/tools',
  summary: 'One more tool for a bot; it can be called at once',
  tag: 'tools',
  access: 'admin',
  params: uuidParams(BotId),
  body: ToolInput,
  status: 201,
  output: ToolView,
  errors: [
    'not_found',
    'tool_name_taken',
    'too_many_tools',
    'tool_address_refused',
    'tool_secret_needed',
    ...N8N_LIST_ERRORS,
  ],
});
export const getTool = endpoint({
  method: 'GET',
  path: '/api/user/tool/{uuid}',
  summary: 'One tool, without the values of its secret headers',
  tag: 'tools',
  access: 'viewer',
  params: uuidParams(ToolId),
  status: 200,
  output: ToolView,
  errors: ['not_found'],
});
export const changeTool = endpoint({
  method: 'PATCH',
  path: '/api/user/tool/{uuid}',
  summary: 'Change a tool; secret values stay unless given anew, which another host asks for',
  tag: 'tools',
  access: 'admin',
  params: uuidParams(ToolId),
  body: ToolPatch,
  status: 200,
  output: ToolView,
  errors: ['not_found', 'tool_name_taken', 'tool_address_refused', 'tool_secret_needed', ...N8N_LIST_ERRORS],
});
export const deleteTool = endpoint({
  method: 'DELETE',
  path: '/api/user/tool/{uuid}',
  summary: 'Delete a tool',
  tag: 'tools',
  access: 'admin',
  params: uuidParams(ToolId),
  status: 204,
  errors: ['not_found'],
});
export const testTool = endpoint({
  method: 'POST',
  path: '/api/user/tool/{uuid}/test',
  summary: 'Call a tool now and see what the model would be told',
  tag: 'tools',
  access: 'admin',
  params: uuidParams(ToolId),
  body: z
    .object({
      input: z.record(z.string(), z.unknown()).default({}),
      /** Which tool of an MCP server. */
      remote: z.string().max(128).optional(),
    })
    .strict(),
  status: 200,
  output: ToolTest,
  errors: ['not_found'],
});
export const loadRemoteTools = endpoint({
  method: 'POST',
  path: '/api/user/tool/{uuid}/mcp-tools',
  summary: 'Ask an MCP server which tools it has',
  tag: 'tools',
  access: 'admin',
  params: uuidParams(ToolId),
  status: 200,
  output: z.object({ items: z.array(RemoteTool) }),
  errors: ['not_found', 'tool_address_refused', 'tool_unreachable'],
});
