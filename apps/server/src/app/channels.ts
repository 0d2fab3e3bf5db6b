import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startLineSandbox } from '@hanasu/channels/line/fake/line-sandbox';
import { createLineChannel } from '@hanasu/channels/line/line.channel';
import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { VendorHosts } from '@hanasu/channels/spec/connection';
import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';
import { startTelegramSandbox } from '@hanasu/channels/telegram/fake/telegram-sandbox';
import { createTelegramChannel } from '@hanasu/channels/telegram/telegram.channel';
import { createWebChannel } from '@hanasu/channels/web/web.channel';
import { startZaloSandbox } from '@hanasu/channels/zalo/fake/zalo-sandbox';
import { createZaloChannel } from '@hanasu/channels/zalo/zalo.channel';
import type { ChannelAdapters } from '../features/channels/public.ts';
import type { Config } from './config.ts';

/** The only file that names concrete channels, models and providers of sign-in. Nobody but the server's start imports it. */

interface ComposedChannels {
  readonly adapters: ChannelAdapters;
  readonly sandboxes: ReadonlyMap<string, SandboxVendor>;
}

interface ComposedKind {
  readonly create: (hosts: VendorHosts) => ChannelAdapter;
  readonly hosts: VendorHosts;
  /** Absent: there is nothing to play its vendor. */
  readonly startSandbox?: () => Promise<SandboxVendor>;
}

/** Every kind of channel of this installation: one entry each. */
const channelKinds = (config: Config, now: () => number): readonly ComposedKind[] => [
  {
    create: (hosts) => createLineChannel({ hosts, now }),
    hosts: {
      ...hostsOf(config, 'line'),
      api: config.LINE_API_BASE_URL,
      data: config.LINE_DATA_API_BASE_URL,
    },
    startSandbox: startLineSandbox,
  },
  {
    create: (hosts) => createZaloChannel({ hosts, now }, { codeVerifier: config.ZALO_PKCE_VERIFIER }),
    hosts: { oauth: config.ZALO_OAUTH_BASE_URL, api: config.ZALO_API_BASE_URL },
    startSandbox: startZaloSandbox,
  },
  { create: createWebChannel, hosts: {} },
  {
    create: (hosts) => createTelegramChannel({ hosts, now }),
    hosts: hostsOf(config, 'telegram'),
    startSandbox: startTelegramSandbox,
  },
];

interface Further {
  /** Kinds that a test brings along. */
  readonly further?: readonly ChannelAdapter[];
  /** Where sandboxes listen already; then none is started. */
  readonly playing?: ReadonlyMap<string, VendorHosts> | null;
}

/** `now`: the database's clock, as the times in credentials are shared between processes. */
export async function composeChannels(
  config: Config,
  now: () => number,
  { further = [], playing = null }: Further = {},
): Promise<ComposedChannels> {
  const real = new Map<string, ChannelAdapter>();
  const sandboxed = new Map<string, ChannelAdapter>();
  const sandboxes = new Map<string, SandboxVendor>();
  for (const { create, hosts, startSandbox } of channelKinds(config, now)) {
    const adapter = create(hosts);
    const { kind } = adapter.manifest;
    real.set(kind, adapter);
    const hostsThere = playing?.get(kind);
    if (hostsThere) sandboxed.set(kind, create(hostsThere));
    if (playing || !startSandbox) continue;
    const vendor = await startSandbox();
    sandboxes.set(kind, vendor);
    sandboxed.set(kind, create(vendor.hosts));
  }
  for (const adapter of further) real.set(adapter.manifest.kind, adapter);
  return {
    adapters: {
      find: (kind, { sandbox }) => (sandbox ? sandboxed : real).get(kind) ?? null,
      kinds: [...real.keys()],
    },
    sandboxes,
  };
}

/** Where further kinds reach their vendors, when it is not where these are for everybody. */
const hostsOf = (config: Config, kind: string): VendorHosts => config.CHANNEL_HOSTS[kind] ?? {};

const WAIT_MS = 500;

interface MemoryOptions {
  readonly dataDir: string;
  readonly vendors: ReadonlyMap<string, SandboxVendor>;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the chats of the sandbox vendors in the data folder, so that the simulator shows the same after a restart.
 * Returns a function that writes the last changes; nothing is written after it has ended.
 */
export function rememberSandboxes({ dataDir, vendors, onError }: MemoryOptions): () => Promise<void> {
  const files = [...vendors].map(([kind, vendor]) => {
    const file = join(dataDir, `sandbox-${kind}.json`);
    if (existsSync(file)) {
      try {
        vendor.restore(readFileSync(file, 'utf8'));
      } catch (error) {
        // Only play data: a broken file is not worth refusing to start.
        onError(error);
      }
    }
    return keepWritten(file, vendor, onError);
  });
  return async () => {
    await Promise.all(files.map((finish) => finish()));
  };
}

function keepWritten(
  file: string,
  vendor: SandboxVendor,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isFinished = false;
  let written = Promise.resolve();
  const write = () => {
    timer = undefined;
    written = written
      .then(() => writeFile(`${file}.new`, vendor.snapshot()))
      .then(() => rename(`${file}.new`, file))
      .catch(onError);
  };
  vendor.onChange(() => {
    if (isFinished) return;
    // A timer that every change restarts would never fire while a chat goes on.
    timer ??= setTimeout(write, WAIT_MS);
    timer.unref();
  });
  return async () => {
    isFinished = true;
    if (timer) {
      clearTimeout(timer);
      write();
    }
    await written;
  };
}
