import type { ToolId } from '@hanasu/contract/ids';
import type { ToolTest } from '@hanasu/contract/tools';
import type { Session } from '../../../../platform/http/context.ts';
import type { ToolDependencies } from '../dependencies.ts';
import { createMasker } from '../domain/mask-secrets.ts';
import { openTool } from '../open-tool.ts';
import { runTool } from '../run-tool.ts';
import { existingTool } from './tool-view.ts';

export interface TestInput {
  readonly input: Readonly<Record<string, unknown>>;
  readonly remote?: string | undefined;
}

/** Calls it now, as the model would, also when it is switched off. */
export async function testTool(
  { database, box, guardedFetch }: ToolDependencies,
  { accountId }: Session,
  id: ToolId,
  { input, remote }: TestInput,
): Promise<ToolTest> {
  const row = await database.account(accountId, (transaction) => existingTool(transaction, id));
  const tool = openTool(box, row);
  const began = performance.now();
  const { signal } = new AbortController();
  const run = await runTool(guardedFetch, { tool, input, remote, signal });
  const isDone = run.kind === 'done';
  return {
    ok: isDone,
    input: createMasker(Object.values(tool.secrets)).value(input),
    output: isDone ? run.output : null,
    status: run.status,
    milliseconds: Math.round(performance.now() - began),
    reason: isDone ? null : run.reason,
    detail: isDone ? '' : run.detail,
  };
}
