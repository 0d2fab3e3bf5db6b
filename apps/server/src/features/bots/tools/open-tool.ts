import { sealedById } from '../../../platform/crypto/sealed-column.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { ToolSecrets } from './domain/tool-secrets.ts';
import type { ToolRow } from './tools.store.ts';

/** A tool with its secrets, ready to be called. Never leaves the server. */
export interface OpenTool extends Omit<ToolRow, 'secrets'> {
  readonly secrets: ToolSecrets;
}

export function openTool(box: SecretBox, { secrets, ...row }: ToolRow): OpenTool {
  // Without them the tool's server refuses the call, which its owner sees; the answer goes on.
  const opened: unknown = JSON.parse((secrets && box.tryOpen(secrets, row.id)) ?? '{}');
  return { ...row, secrets: opened as ToolSecrets };
}

export const sealSecrets = (box: SecretBox, id: ToolRow['id'], secrets: ToolSecrets): Buffer | null =>
  Object.keys(secrets).length === 0 ? null : box.seal(JSON.stringify(secrets), id);

export const SEALED_TOOLS = sealedById('bot_tools', 'secrets');
