/**
 * Why a call failed. `http_error_404` and the like name the status. `remote_error`: an MCP server refused the call.
 * `stopped`: nobody waits for the answer any more. `tool_changed`: it was changed, switched off or deleted meanwhile.
 * `form_not_open`: the form takes no submissions now. `schema_refused`: the model's provider does not take the schema of the
 * tool's input, so the model was not offered it.
 *
 * For workflows: `n8n_not_connected`: the account has no n8n (any more). `n8n_not_registered`: the workflow is not
 * published, or has another address now. `n8n_auth_refused`: the trigger refuses the authentication.
 * `n8n_secret_needed`: n8n has moved to another host since the secret was entered. `n8n_workflow_failed`: it ended with
 * an error. `n8n_credentials_missing`: n8n lacks credentials that the workflow needs. `html_page`: a page for browsers came.
 */
export const TOOL_FAILURES = [
  'timeout',
  'address_refused',
  'unreachable',
  'too_large',
  'bad_input',
  'bad_response',
  'remote_error',
  'stopped',
  'tool_changed',
  'form_not_open',
  'schema_refused',
  'n8n_not_connected',
  'n8n_not_registered',
  'n8n_auth_refused',
  'n8n_secret_needed',
  'n8n_workflow_failed',
  'n8n_credentials_missing',
  'html_page',
] as const;
