import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../../apps/server/src/platform/database/migrate.ts';
import type { RecordedStatement } from '../../../apps/server/src/testing/record-statements.ts';
import { isTest, ROOT } from '../source-files.ts';
import { compareRow } from './compare-rows.ts';
import { type DeclaredCall, readDeclaredRows } from './declared-rows.ts';
import { createDescriber, type Describer } from './statement-columns.ts';

export interface RowCheck {
  /** Calls that declare a row type. */
  readonly calls: number;
  /** `file:line` of those that no test has run since their file was changed, and of those whose type can't be read. */
  readonly unchecked: readonly string[];
  /** `file:line what` of each declared row that is not what the statement returns. */
  readonly problems: readonly string[];
}

/** Where `npm test` records what the statements of its tests return. */
export const RECORDED = path.join(ROOT, 'node_modules/.cache/hanasu/statements');

const isChecked = (file: string): boolean => file.startsWith('apps/server/src/') && !isTest(file);

/** Compares every declared row with what the migrated database returns for the statements of a recorded run. */
export async function checkRows(folder: string): Promise<RowCheck> {
  const project = path.join(ROOT, 'tsconfig.json');
  const calls = readDeclaredRows({ project, root: ROOT, includes: isChecked });
  const recorded = readRecorded(folder);
  return withMigratedDatabase(async (client) => compareCalls(calls, recorded, await createDescriber(client)));
}

/** Statements of a recorded run by the call that asked them. */
export type Recorded = ReadonlyMap<string, readonly RecordedStatement[]>;

export const callKey = (call: Pick<DeclaredCall, 'file' | 'line' | 'column'>): string =>
  `${call.file}:${call.line}:${call.column}`;

export async function compareCalls(
  calls: readonly DeclaredCall[],
  recorded: Recorded,
  describer: Describer,
): Promise<RowCheck> {
  const unchecked: string[] = [];
  const problems = new Set<string>();
  for (const call of calls) {
    const statements = recorded.get(callKey(call)) ?? [];
    const { row, file, line } = call;
    const place = `${file}:${line}`;
    if (row === null || statements.length === 0) {
      unchecked.push(place);
      continue;
    }
    for (const { text, columns: fields, nulls } of statements) {
      const columns = (await describer.describe(text)) ?? describer.columnsOf(fields);
      for (const problem of compareRow(row, { text, columns, nulls: new Set(nulls) })) {
        problems.add(`${place} ${problem}`);
      }
    }
  }
  return { calls: calls.length, unchecked, problems: [...problems] };
}

/** Of files that have not changed since; what was null in one test is null in the statement. */
function readRecorded(folder: string): Recorded {
  const isCurrent = createHashCheck();
  const byText = new Map<string, RecordedStatement>();
  for (const line of linesOf(folder)) {
    const statement: RecordedStatement = JSON.parse(line);
    if (!isCurrent(statement)) continue;
    const key = `${callKey(statement)} ${statement.text}`;
    const nulls = new Set([...(byText.get(key)?.nulls ?? []), ...statement.nulls]);
    byText.set(key, { ...statement, nulls: [...nulls] });
  }
  return Map.groupBy(byText.values(), callKey);
}

const linesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) =>
        readFileSync(path.join(folder, name), 'utf8')
          .split('\n')
          .filter((line) => line !== ''),
      )
    : [];

function createHashCheck(): (statement: RecordedStatement) => boolean {
  const hashes = new Map<string, string>();
  return ({ file, hash }) => {
    const known = hashes.get(file) ?? hashOf(path.join(ROOT, file));
    hashes.set(file, known);
    return known === hash;
  };
}

const hashOf = (file: string): string =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16) : '';

async function withMigratedDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-rows-'));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  try {
    await migrateDatabase(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
