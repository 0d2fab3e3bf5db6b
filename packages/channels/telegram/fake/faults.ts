/**
 * What goes wrong: an HTTP status; `reset` and `hang` before anything was done; `reset-after-accept` after the call was
 * carried out, its answer lost.
 */
export type FaultEffect = number | 'reset' | 'hang' | 'reset-after-accept';

export interface Fault {
  /** Of the vendor, for example `sendMessage`. */
  readonly method: string;
  readonly status: FaultEffect;
  /** How many calls it spoils; 1 when absent. */
  readonly times?: number;
  /** Beside a status: the vendor's sentence and what goes with it; no body of the vendor's at all when absent. */
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}
