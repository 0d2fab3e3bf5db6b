import { parseArgs } from 'node:util';
import fastify from 'fastify';
import pg from 'pg';

/** The bound of the webhook bench: plain Fastify, one insert for each call, acknowledged when it is stored. */
const { values } = parseArgs({ options: { port: { type: 'string' }, database: { type: 'string' } } });
const pool = new pg.Pool({ connectionString: values.database, max: 12 });
await pool.query('create table if not exists bench_hooks (id bigserial primary key, body text not null)');

const app = fastify();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/hook', async (request) => {
  await pool.query('insert into bench_hooks (body) values ($1)', [String(request.body)]);
  return {};
});
await app.listen({ port: Number(values.port), host: '127.0.0.1' });
console.log('floor is ready');
