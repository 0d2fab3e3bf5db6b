import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A change of a row, before it is written. */
export interface Gate {
  readonly table: string;
  readonly on: 'insert' | 'update';
  /** SQL over `old` and `new`. */
  readonly when: string;
}

export interface Gates<Name extends string> {
  /** From now on whoever makes this change waits. */
  shut(name: Name): Promise<void>;
  /** Resolves with how many wait there: as soon as two do, or a moment after the first. */
  reached(name: Name): Promise<number>;
  /** Undoes what those who wait had begun, as when their connections break, and opens the gate. */
  open(name: Name): Promise<void>;
  close(): Promise<void>;
}

/** Names these locks among all others. */
const LOCKS = 4_712;
const PATIENCE_MS = 300_000;
const COMPANY_MS = 250;

/**
 * Holds a server at a chosen step from outside: triggers that wait for a lock of the test. So a process can be killed
 * exactly between two writes, and no hook is needed in the product.
 */
export async function setGates<Name extends string>(
  url: string,
  gates: Readonly<Record<Name, Gate>>,
): Promise<Gates<Name>> {
  const names = Object.keys(gates);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create function hold() returns trigger language plpgsql as $body$ begin
       perform pg_advisory_xact_lock_shared(${LOCKS}, tg_argv[0]::int); return new; end $body$`,
  );
  for (const [index, name] of names.entries()) {
    const { table, on, when } = gates[name as Name];
    await client.query(
      `create trigger hold_${index} before ${on} on ${table} for each row when (${when})
       execute function hold('${index}')`,
    );
  }
  const waiting = (index: number) =>
    `from pg_locks where locktype = 'advisory' and classid = ${LOCKS} and objid = ${index} and not granted
       and database = (select oid from pg_database where datname = current_database())`;
  const count = async (index: number): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count ${waiting(index)}`);
    return rows[0]?.count ?? 0;
  };

  return {
    async shut(name) {
      await client.query('select pg_advisory_lock($1, $2)', [LOCKS, names.indexOf(name)]);
    },
    async reached(name) {
      let end = Date.now() + PATIENCE_MS;
      let before = 0;
      while (Date.now() < end) {
        const now = await count(names.indexOf(name));
        if (now > 1) return now;
        if (now > 0 && before === 0) end = Date.now() + COMPANY_MS;
        before = now;
        await sleep(5);
      }
      return before;
    },
    async open(name) {
      const index = names.indexOf(name);
      await client.query(`select pg_terminate_backend(pid) ${waiting(index)}`);
      await client.query('select pg_advisory_unlock($1, $2)', [LOCKS, index]);
    },
    close: () => client.end(),
  };
}
