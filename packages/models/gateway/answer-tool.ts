import type { FormId, ToolId } from '@hanasu/contract/ids';
import type { JSONSchema7 } from 'json-schema';

/**
 * What a model gets back from a tool. `reason` is a stable word (`timeout`, `http_error`, …), never a secret; `detail`
 * is for logs only. `wantsPerson`: the conversation is handed over to a person, whatever the model says next.
 */
export type ToolOutcome =
  | { readonly kind: 'done'; readonly output: unknown; readonly wantsPerson?: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly detail: string };

/** Something a model may call while it answers. */
export interface AnswerTool {
  /** The tool's own id, for who looks at the calls; absent for tools of the product. */
  readonly uuid?: ToolId;
  /** Unique among the tools of one answer; letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JSONSchema7;
  /**
   * It changes something outside. `customer`: never without the customer's consent to the very call. `staff`: never
   * without that of staff.
   */
  readonly changes?: 'unasked' | 'customer' | 'staff';
  /** What a call that waits for consent is stored with: a tool of another version is another tool. */
  readonly source?: { readonly uuid: ToolId; readonly version: string; readonly remote: string | null };
  /** A call begins this form with the customer, who confirms before anything is submitted. */
  readonly formId?: FormId;
  /** Never throws for what a server on the other side does. `input` fits the schema. */
  execute(input: unknown, options: { readonly signal: AbortSignal }): Promise<ToolOutcome>;
}
