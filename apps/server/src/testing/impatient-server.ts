import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PATIENT_MODELS } from '../features/channels/testing/channel-stage.fixture.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Two processes on one database and folder, which differ in how long they wait for a model. */
export interface ServerPair {
  /** Waits however busy the machine is. */
  readonly server: TestServer;
  /** For models that never go on: of all others it might give up one that is only slow. */
  readonly impatient: TestServer;
  stop(): Promise<void>;
}

/** `limits`: how long the impatient one waits. */
export async function startServerPair(
  settings: Readonly<Record<string, string>>,
  limits: Readonly<Partial<Record<keyof typeof PATIENT_MODELS, string>>>,
): Promise<ServerPair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-pair-'));
  const database = await createTestDatabase();
  const shared = { ...settings, DATA_DIR: folder };
  const server = await startTestServer({ ...shared, ...PATIENT_MODELS }, undefined, { database });
  const impatient = await startTestServer({ ...shared, ...limits }, undefined, {
    database,
    // Whichever takes an answer that is owed on a channel makes it.
    withoutWorkers: ['turns'],
  });
  return {
    server,
    impatient,
    async stop() {
      await impatient.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
