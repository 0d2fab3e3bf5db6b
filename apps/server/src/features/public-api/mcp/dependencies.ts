import type { OnceDependencies } from '../../answering/public.ts';
import type { CallerGate } from '../../api-keys/public.ts';

export interface McpDependencies extends OnceDependencies {
  readonly gate: CallerGate;
  readonly version: string;
  /** Sites whose pages may call; programs that are no browsers send no origin. */
  readonly origins: readonly string[];
}
