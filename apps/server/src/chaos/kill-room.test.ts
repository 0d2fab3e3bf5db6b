import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/test-server.ts';
import { reportResult, seededRandom, sizeOf } from './chaos-run.fixture.ts';
import { registerOwner } from './chaos-stage.fixture.ts';
import { openLineShop } from './fire-stage.fixture.ts';
import { type KillableStage, setKillableStage } from './killable-server.fixture.ts';

const FRIENDS = 40;
const KILLS = sizeOf(3, 6);
const random = seededRandom('kill-room');
/** Before the address is confirmed 2 % of it are there: they pay for a few of the friends at a time. */
const STARTING_TOKENS = '600000';
const UNABLE = "Sorry, we can't answer automatically right now. Our staff will reply here.";

let stage: KillableStage;
beforeAll(async () => {
  stage = await setKillableStage({ STARTING_TOKENS });
});
afterAll(() => stage.close());

test('killed while turns run and wait for room: everybody is answered or with a person, nothing stays held', async () => {
  const shop = await openLineShop(await registerOwner(stage.address, 'room'), stage.vendors.line);
  stage.models.behave('*', 'bench-40-25');
  const friends = Array.from({ length: FRIENDS }, (_, index) => shop.addFriend(`Friend ${index}`));
  const said = friends.map((friend, index) => shop.says(friend, `Question ${index}`));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await eventually('some run and others wait', async () => {
      const [row] = await stage.sql<{ running: number; waiting: number }>(
        `select (select count(*) from token_reservations)::int as running,
           (select count(*) from token_waits)::int as waiting`,
      );
      return row && row.running > 0 && row.waiting > 0;
    });
    await sleep(random() * 400);
    await stage.server.kill();
    await stage.server.start();
  }
  await Promise.all(said);
  await stage.settle();
  const fates = await stage.sql<{ friend: string; handling: string; reason: string | null; said: string[] }>(
    `select c.thread_external_id as friend, c.handling, c.waiting_reason as reason,
       array(select m.text from messages m where m.account_id = c.account_id and m.conversation_id = c.id
         and m.sender = 'bot' order by m.id) as said
     from conversations c where c.origin = 'channel'`,
  );
  expect(fates).toHaveLength(FRIENDS);
  reportResult({
    fault: 'kill -9 while turns wait for room in the balance',
    times: KILLS,
    messages: FRIENDS,
    lost: FRIENDS - fates.length,
    doubled: fates.filter((fate) => fate.said.length > 1).length,
    unanswered: fates.filter((fate) => fate.said.length === 0).length,
    toPerson: fates.filter((fate) => fate.handling === 'waiting').length,
    outOfOrder: 0,
  });
  const left = fates.filter(({ said: texts }) => texts.length !== 1);
  expect(left).toEqual([]);
  const unable = fates.filter(({ said: [text] }) => text === UNABLE);
  for (const { handling, reason } of unable) {
    expect(handling).toBe('waiting');
    expect(['no_tokens', 'busy']).toContain(reason);
  }
  expect(unable.length).toBeLessThan(FRIENDS);
  const held = await stage.sql('select 1 from token_reservations union all select 1 from token_waits');
  expect(held).toEqual([]);
  const [books] = await stage.sql<{ balance: string; sum: string }>(
    `select (select sum(balance) from token_balances)::text as balance,
       (select sum(tokens) from ledger_entries)::text as sum`,
  );
  expect(books?.balance).toBe(books?.sum);
});
