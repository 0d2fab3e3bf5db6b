import type pg from 'pg';
import type { Kind } from './declared-rows.ts';

export interface Column {
  readonly name: string;
  /** What the driver makes of it. */
  readonly kind: Kind | 'json';
  /** PostgreSQL's name of the type. */
  readonly type: string;
  /** The column of a table that it is; null: an expression, or what the table is can't be told. */
  readonly source: TableColumn | null;
}

interface TableColumn {
  readonly table: string;
  readonly column: string;
  readonly isNullable: boolean;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** What PostgreSQL says about the columns of a statement when it prepares it; it is not run. */
export interface Describer {
  /** null: the statement can't be prepared here, such as one of an extension that is not installed. */
  describe(text: string): Promise<Column[] | null>;
  /** For columns of which only name and type are known. */
  columnsOf(fields: readonly (readonly [name: string, type: number])[]): Column[];
}

export async function createDescriber(client: pg.Client): Promise<Describer> {
  const types = await client.query<{ oid: number; name: string }>('select oid, typname as name from pg_type');
  const names = new Map(types.rows.map(({ oid, name }) => [oid, name]));
  const columns = await client.query<TableColumn & { key: string }>(
    `select a.attrelid::integer || '.' || a.attnum as key, c.relname as table, a.attname as column,
       not a.attnotnull as "isNullable"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0`,
  );
  const sources = new Map(columns.rows.map(({ key, ...source }) => [key, source]));
  const column = ({ name, dataTypeID, tableID, columnID }: Field): Column => {
    const type = names.get(dataTypeID) ?? 'unknown';
    return { name, type, kind: kindOf(type), source: sources.get(`${tableID}.${columnID}`) ?? null };
  };
  return {
    async describe(text) {
      const fields = await prepare(client, text);
      return fields?.map(column) ?? null;
    },
    columnsOf: (fields) =>
      fields.map(([name, dataTypeID]) => column({ name, dataTypeID, tableID: 0, columnID: 0 })),
  };
}

/** As `pg` and its parsers read them; what is not named here stays a string. */
export const DRIVER_KINDS: Readonly<Record<string, Kind | 'json'>> = {
  int2: 'number',
  int4: 'number',
  // Set in platform/database.
  int8: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  date: 'Date',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  interval: 'object',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'string[]',
  _float4: 'number[]',
  _float8: 'number[]',
  _numeric: 'number[]',
  _bool: 'boolean[]',
  _bytea: 'Buffer[]',
  _date: 'Date[]',
  _timestamp: 'Date[]',
  _timestamptz: 'Date[]',
  _text: 'string[]',
  _varchar: 'string[]',
  _uuid: 'string[]',
  _json: 'anything[]',
  _jsonb: 'anything[]',
};

const kindOf = (type: string): Kind | 'json' => DRIVER_KINDS[type] ?? 'string';

interface Wire {
  parse(query: { readonly name: string; readonly text: string; readonly types: readonly number[] }): void;
  describe(what: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** Parse and Describe of the extended protocol; the driver has no function for it. */
function prepare(client: pg.Client, text: string): Promise<readonly Field[] | null> {
  const { promise, resolve } = Promise.withResolvers<readonly Field[] | null>();
  let fields: readonly Field[] = [];
  const nothing = (): void => undefined;
  client.query({
    submit(wire: Wire) {
      wire.parse({ name: '', text, types: [] });
      wire.describe({ type: 'S', name: '' });
      wire.sync();
    },
    handleRowDescription: (message: { readonly fields: readonly Field[] }) => {
      fields = message.fields;
    },
    // The driver reports no end after an error.
    handleError: () => resolve(null),
    handleReadyForQuery: () => resolve(fields),
    handleParseComplete: nothing,
    handleCommandComplete: nothing,
    handleEmptyQuery: nothing,
    handleDataRow: nothing,
  } as unknown as pg.Submittable);
  return promise;
}
