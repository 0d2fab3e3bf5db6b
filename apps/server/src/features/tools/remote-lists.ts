import type { RemoteTool } from '@hanasu/contract/tools';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { listRemoteTools } from './call-mcp.ts';
import type { McpTarget } from './mcp-session.ts';
import type { OpenTool } from './open-tool.ts';

const FRESH_MS = 60_000;
/** A server that did not answer is asked again sooner. */
const RETRY_MS = 10_000;
/** A customer waits for this, once. */
const PATIENCE_MS = 4_000;
const SIZE = 1_000;

interface Remembered {
  readonly version: number;
  until: number;
  items: readonly RemoteTool[];
  refreshing: boolean;
}

/** What MCP servers said they have. */
export interface RemoteLists {
  /** At most a minute old when the server answers; what it said last while it doesn't. Empty when it never did. */
  of(tool: OpenTool, target: McpTarget): Promise<readonly RemoteTool[]>;
}

/** An answer waits for a server's list once; afterwards lists are renewed beside the answers. */
export function createRemoteLists(guardedFetch: GuardedFetch): RemoteLists {
  const known = new Map<string, Remembered>();
  const ask = async (target: McpTarget): Promise<readonly RemoteTool[] | null> => {
    const { signal } = new AbortController();
    const outcome = await listRemoteTools(guardedFetch, target, { signal, timeoutMs: PATIENCE_MS });
    return outcome.kind === 'ok' ? outcome.value : null;
  };
  async function renew(entry: Remembered, target: McpTarget): Promise<void> {
    if (entry.refreshing) return;
    entry.refreshing = true;
    const items = await ask(target);
    entry.items = items ?? entry.items;
    entry.until = performance.now() + (items ? FRESH_MS : RETRY_MS);
    entry.refreshing = false;
  }
  return {
    async of(tool, target) {
      const version = tool.updatedAt.getTime();
      const found = known.get(tool.id);
      if (found?.version === version) {
        if (found.until < performance.now()) void renew(found, target);
        return found.items;
      }
      const answer = await ask(target);
      const items = answer ?? [];
      const until = performance.now() + (answer ? FRESH_MS : RETRY_MS);
      known.delete(tool.id);
      known.set(tool.id, { version, until, items, refreshing: false });
      const [oldest] = known.keys();
      if (known.size > SIZE && oldest) known.delete(oldest);
      return items;
    },
  };
}
