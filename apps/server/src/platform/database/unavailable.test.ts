import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { isDatabaseUnavailable, retryWhileUnavailable } from './unavailable.ts';

const failureOf = async (url: string, text = 'select 1'): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(text);
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new Error('it did not fail');
};

async function unusedPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('there is no database now', () => {
  test.each(['127.0.0.1', 'localhost'])('nobody listens at %s', async (host) => {
    const failure = await failureOf(`postgres://hanasu@${host}:${await unusedPort()}/hanasu`);
    expect(isDatabaseUnavailable(failure)).toBe(true);
  });

  test('none of the addresses of a name answers', () => {
    const failure = Object.assign(new AggregateError([new Error('one'), new Error('other')]), {
      code: 'ECONNREFUSED',
    });
    expect(isDatabaseUnavailable(failure)).toBe(true);
  });

  test('the database says that it is stopping, also inside another error', async () => {
    const url = inject('testOwnerUrl');
    const failure = await failureOf(url, 'select pg_terminate_backend(pg_backend_pid())');
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(isDatabaseUnavailable(new Error('could not store', { cause: failure }))).toBe(true);
  });
});

describe('the query was wrong, the database is there', () => {
  test.each(['select no_such_column', 'select 1/0', "select 'x'::int", 'selec'])('%s', async (text) => {
    expect(isDatabaseUnavailable(await failureOf(inject('testOwnerUrl'), text))).toBe(false);
  });

  test('and what never touched a database', () => {
    expect(isDatabaseUnavailable(new TypeError('x is not a function'))).toBe(false);
    // The same code of a file or an HTTP client.
    expect(isDatabaseUnavailable(Object.assign(new Error('fetch failed'), { code: 'ENOENT' }))).toBe(false);
    expect(isDatabaseUnavailable('a string')).toBe(false);
  });
});

describe('a step that is repeated while there is no database', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  /** Fails with these errors, then says how often it was tried. */
  const failing = (...errors: readonly Error[]) => {
    let tries = 0;
    return async () => {
      const error = errors[tries];
      tries += 1;
      if (error) throw error;
      return tries;
    };
  };

  test('returns the result of the step once the database is back', async () => {
    expect(await retryWhileUnavailable(failing(away, away), 60_000)).toBe(3);
  });

  test('ends with the last error when the database stays away, and at once with any other error', async () => {
    await expect(retryWhileUnavailable(failing(away, away), 0)).rejects.toBe(away);
    const wrong = new Error('a wrong query');
    await expect(retryWhileUnavailable(failing(wrong), 60_000)).rejects.toBe(wrong);
  });
});
