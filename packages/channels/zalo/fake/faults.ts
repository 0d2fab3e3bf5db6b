import type { Faults, PathCall, PathFault } from '../../spec/fake/faults.ts';

/**
 * What goes wrong: an HTTP status; `reset` and `hang` before anything was done; `reset-after-accept` and
 * `hang-after-accept` after the call was carried out, its answer lost.
 */
export type FaultEffect = number | 'reset' | 'hang' | 'reset-after-accept' | 'hang-after-accept';

export interface Fault extends PathFault {
  readonly status: FaultEffect;
  /** The call is carried out all the same, and answered with `status` and `body`. */
  readonly isCarriedOut?: boolean;
  /** How many calls it spoils; 1 when absent. */
  readonly times?: number;
  /** Body of a status. The vendor tells most failures with status 200 and `{error, message}`. */
  readonly body?: unknown;
}

export type ZaloFaults = Faults<Fault, PathCall>;
