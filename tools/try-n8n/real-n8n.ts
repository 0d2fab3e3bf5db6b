import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

export interface Node {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly webhookId?: string;
  readonly [member: string]: unknown;
}

interface NewWorkflow {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly isPublished?: boolean;
  readonly isTagged?: boolean;
  readonly connections?: unknown;
}

export interface RealN8n {
  readonly url: string;
  addKey(scopes: readonly string[]): Promise<string>;
  /** Returns the credential as a node names it. */
  addCredential(type: string, data: object): Promise<Record<string, { id: string; name: string }>>;
  /** Connects its nodes in their order; returns its id. */
  add(workflow: NewWorkflow): Promise<string>;
  /** States of what a workflow has run, newest first, each with the nodes that ran. */
  executionsOf(workflowId: string): Promise<{ status: string; nodes: string[] }[]>;
  stop(): Promise<void>;
}

/** Starts it with an empty database, reachable from this machine alone, and with an owner. */
export async function startN8n(folder: string): Promise<RealN8n> {
  const home = mkdtempSync(path.join(tmpdir(), 'hanasu-n8n-home-'));
  const [port, brokerPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), 'start'], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      N8N_USER_FOLDER: home,
      N8N_PORT: String(port),
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_HOST: '127.0.0.1',
      N8N_RUNNERS_BROKER_PORT: String(brokerPort),
      N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
      N8N_SECURE_COOKIE: 'false',
      N8N_DIAGNOSTICS_ENABLED: 'false',
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      N8N_TEMPLATES_ENABLED: 'false',
    },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
    rmSync(home, { recursive: true, force: true });
  };
  try {
    return { url, stop, ...(await openN8n(url, child)) };
  } catch (error) {
    await stop();
    throw error;
  }
}

const START_MS = 300_000;

/** Makes the owner as soon as n8n takes it. */
async function setUpOwner(url: string, child: ChildProcess): Promise<string> {
  const owner = {
    ...{ email: 'owner@example.com', firstName: 'Own', lastName: 'Er' },
    password: `A1${randomBytes(12).toString('hex')}`,
  };
  const endsAt = performance.now() + START_MS;
  while (performance.now() < endsAt) {
    if (child.exitCode !== null) throw new Error(`n8n ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/rest/owner/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(owner),
    }).catch(() => null);
    const cookie = answer?.ok ? answer.headers.getSetCookie()[0]?.split(';')[0] : undefined;
    if (cookie) return cookie;
    await pause(1_000);
  }
  throw new Error('n8n did not start');
}

async function openN8n(url: string, child: ChildProcess): Promise<Omit<RealN8n, 'url' | 'stop'>> {
  const cookie = await setUpOwner(url, child);
  const ask = async (method: string, at: string, { body, key }: { body?: unknown; key?: string } = {}) => {
    const answer = await fetch(`${url}${at}`, {
      method,
      headers: { 'content-type': 'application/json', ...(key ? { 'x-n8n-api-key': key } : { cookie }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text.slice(0, 300)}`);
    return text === '' ? null : JSON.parse(text);
  };
  const addKey = async (scopes: readonly string[]): Promise<string> => {
    const body = { label: randomUUID(), scopes, expiresAt: null };
    return (await ask('POST', '/rest/api-keys', { body })).data.rawApiKey;
  };
  const key = await addKey([
    ...['workflow:create', 'workflow:activate', 'tag:create', 'workflowTags:update'],
    ...['execution:list', 'execution:read'],
  ]);
  const { id: tagId } = await ask('POST', '/api/v1/tags', { key, body: { name: 'hanasu' } });
  return {
    addKey,
    async addCredential(type, data) {
      const { id, name } = (
        await ask('POST', '/rest/credentials', { body: { name: randomUUID(), type, data } })
      ).data;
      return { [type]: { id, name } };
    },
    async add({ name, nodes, isPublished = true, isTagged = true, connections = inOrder(nodes) }) {
      const body = { name, nodes, connections, settings: { executionOrder: 'v1' } };
      const { id } = await ask('POST', '/api/v1/workflows', { key, body });
      if (isTagged) await ask('PUT', `/api/v1/workflows/${id}/tags`, { key, body: [{ id: tagId }] });
      if (isPublished) await ask('POST', `/api/v1/workflows/${id}/activate`, { key });
      return id;
    },
    async executionsOf(workflowId) {
      const at = `/api/v1/executions?includeData=true&workflowId=${workflowId}`;
      const { data } = await ask('GET', at, { key });
      return data.map((run: { status: string; data: { resultData: { runData: object } } }) => ({
        status: run.status,
        nodes: Object.keys(run.data.resultData.runData),
      }));
    },
  };
}

const inOrder = (nodes: readonly Node[]) =>
  Object.fromEntries(
    nodes
      .slice(1)
      .map((node, index) => [nodes[index]?.name, { main: [[{ node: node.name, type: 'main', index: 0 }]] }]),
  );
