/** Longer than any call may take: the process that made it is gone. */
export const RUNNING_SECONDS = 60;

/** SQL expression for `nextDue` of a worker. */
export const NEXT_CONFIRMATION_DUE = `(select min(case state when 'pending' then expires_at
    when 'running' then started_at + make_interval(secs => ${RUNNING_SECONDS}) else created_at end)
  from tool_confirmations where state = 'running' or state in ('pending', 'confirmed') and confirmer = 'staff')`;
