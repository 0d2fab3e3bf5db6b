import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { type CutWire, layWire } from '../testing/cut-wire.ts';
import { type DebianPostgres, noDebianPostgres, startDebianPostgres } from '../testing/debian-postgres.ts';
import { seededRandom, sizeOf } from './chaos-run.fixture.ts';
import { chatter } from './chaos-stage.fixture.ts';
import {
  expectNothingWrong,
  type FireStage,
  openLineShop,
  openTelegramShop,
  openZaloShop,
  setFireStage,
  settled,
} from './fire-stage.fixture.ts';

const FRIENDS = sizeOf(4, 12);
const BEFORE_MS = sizeOf(2_000, 15_000);
const AWAY_MS = 1_000;
/** Pools that have ended may still be closing their connections, which must not be cut then. */
const CLOSING_MS = 2_000;

describe.skipIf(noDebianPostgres !== null)('a database with a standby', () => {
  let primary: DebianPostgres;
  let standby: DebianPostgres;
  let wire: CutWire;
  let stage: FireStage;

  beforeAll(async () => {
    primary = await startDebianPostgres({ fsync: 'off' });
    const administrator = new pg.Client(primary.url);
    await administrator.connect();
    await administrator.query('create role hanasu login');
    await administrator.query('create database hanasu owner hanasu');
    standby = await primary.startStandby();
    // A commit counts once the standby has it; without this a fail-over may lose the latest ones.
    await administrator.query("alter system set synchronous_standby_names = '*'");
    await administrator.query('select pg_reload_conf()');
    await administrator.end();
    wire = await layWire({ host: '127.0.0.1', port: primary.port });
    const url = `postgres://hanasu@127.0.0.1:${wire.port}/hanasu`;
    await migrateDatabase(url);
    stage = await setFireStage({}, { own: { url, drop: () => sleep(CLOSING_MS) } });
  });

  afterAll(async () => {
    await stage.close();
    await wire.close();
    await standby.close();
    await primary.close();
  });

  test('the primary is killed in the middle of traffic and the standby promoted: nothing is lost or doubled', async () => {
    const { owner, line, zalo, telegram, server } = stage;
    const shops = [
      await openLineShop(owner, line),
      await openZaloShop(owner, zalo, server.publicUrl),
      await openTelegramShop(owner, telegram),
    ];
    const asked = new Map(shops.map((shop) => [shop, new Map<string, string[]>()]));
    const stop = new AbortController();
    const talking = shops.flatMap((shop, place) =>
      Array.from({ length: FRIENDS }, (_, index) => {
        const name = `over${'xyz'[place]}${'abcdefghijkl'[index]}`;
        const questions = asked.get(shop) ?? new Map();
        return chatter({ shop, name, asked: questions, random: seededRandom(name), signal: stop.signal });
      }),
    );
    await sleep(BEFORE_MS);
    wire.cut();
    await primary.kill();
    await sleep(AWAY_MS);
    standby.promote();
    wire.mend({ host: '127.0.0.1', port: standby.port });
    await sleep(BEFORE_MS);
    stop.abort();
    await Promise.all(talking);
    // What was held by work that the fail-over broke off is free when its lease ends.
    await settled(server.sql, stage).catch(() => settled(server.sql, stage));
    const done = { fault: 'the primary killed, the standby promoted', times: 1 };
    await expectNothingWrong(server.sql, asked, done);
    expect(await server.sql("select state, reason from outbox where state <> 'sent'")).toEqual([]);
  });
});

test.skipIf(noDebianPostgres === null)(
  `a database with a standby: ${noDebianPostgres ?? ''}`,
  () => undefined,
);
