import type { TOOL_FAILURES } from '@hanasu/contract/tool-failures';

export type ToolFailure = (typeof TOOL_FAILURES)[number] | `http_error_${number}`;

interface DoneRun {
  readonly kind: 'done';
  readonly output: unknown;
  /** Of the HTTP answer; null when the kind has none. */
  readonly status: number | null;
  /** The other side goes on, and its result does not come. */
  readonly isStarted?: boolean;
}

export interface FailedRun {
  readonly kind: 'failed';
  readonly reason: ToolFailure;
  /** For whoever sets the tool up: what is wrong, or the beginning of what the other side said. */
  readonly detail: string;
  readonly status: number | null;
  /** There was no connection, so that the other side has not received the call. */
  readonly isUnsent?: boolean;
}

/** How a call ended. Nothing in it holds a secret. */
export type ToolRun = DoneRun | FailedRun;

export const failed = (reason: ToolFailure, detail = '', status: number | null = null): FailedRun => ({
  kind: 'failed',
  reason,
  detail,
  status,
});
