import { createCustomerField } from '@hanasu/contract/customer-fields';
import { submitForm } from '@hanasu/contract/form-submissions';
import { changeForm, createForm, getForm, linkForm, publishForm, sendForm } from '@hanasu/contract/forms';
import { listFriends } from '@hanasu/contract/friends';
import { DEFAULT_NOTIFY, updateNotify } from '@hanasu/contract/notify';
import { createTag } from '@hanasu/contract/tags';
import { createWebHook } from '@hanasu/contract/web-hooks';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, filled } from '../features/forms/testing/forms.fixture.ts';
import { freePort } from '../testing/free-port.ts';
import { type Caller, createCaller, eventually } from '../testing/test-server.ts';
import { reportResult, sizeOf } from './chaos-run.fixture.ts';
import { type ChaosStage, registerOwner, setChaosStage } from './chaos-stage.fixture.ts';
import { type LineShop, openLineShop } from './fire-stage.fixture.ts';
import { type Gate, type Gates, setGates } from './gates.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

/** Where a process is killed between what somebody sends on a page and all that follows from it. */
const PAGE_STEPS = {
  'it is stored': { table: 'form_submissions', on: 'insert', when: "new.source = 'page'" },
  'its actions are planned': { table: 'action_runs', on: 'insert', when: 'true' },
  'the reply is written': { table: 'outbox', on: 'insert', when: 'true' },
  'a tag is given': { table: 'customer_tags', on: 'insert', when: 'true' },
  'members are told': { table: 'notifications', on: 'insert', when: "new.event = 'form_submitted'" },
  'the web hook is told': { table: 'web_hook_deliveries', on: 'insert', when: 'true' },
} as const satisfies Record<string, Gate>;
/** … and in the middle of a form that is asked in a chat. */
const CHAT_STEPS = {
  'a photo is kept': { table: 'form_files', on: 'insert', when: 'new.talk_id is not null' },
  'an answer is stored': { table: 'form_conversations', on: 'update', when: 'true' },
  'what was asked is sent': { table: 'form_submissions', on: 'insert', when: "new.source = 'chat'" },
} as const satisfies Record<string, Gate>;
type Step = keyof typeof PAGE_STEPS | keyof typeof CHAT_STEPS;

const isStep = (name: string): name is Step => name in PAGE_STEPS || name in CHAT_STEPS;
/** The short run takes the first ones. */
const chosen = (steps: object, short: number): Step[] =>
  Object.keys(steps).slice(0, sizeOf(short, 6)).filter(isStep);
const REPLY = 'We have your answers.';
const PHOTO = 'a photo';
const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();

interface Process {
  readonly server: KillableServer;
  readonly address: string;
}
let stage: ChaosStage;
let gates: Gates<Step>;
const processes: Process[] = [];

beforeAll(async () => {
  stage = await setChaosStage();
  gates = await setGates(stage.settingsFor(0).DATABASE_URL ?? '', { ...PAGE_STEPS, ...CHAT_STEPS });
  for (let index = 0; index < 2; index += 1) {
    const port = await freePort();
    const server = createKillableServer(stage.settingsFor(port), 'shared');
    processes.push({ server, address: `http://127.0.0.1:${port}` });
  }
  await Promise.all(processes.map(({ server }) => server.start()));
});

afterAll(async () => {
  for (const { server } of processes) await server.close();
  await gates.close();
  await stage.close();
});

function reached(): Process {
  const [process] = processes;
  if (!process) throw new Error('a server is wanted');
  return process;
}

const count = async (sql: string): Promise<number> =>
  (await stage.sql<{ count: number }>(`select count(*)::int as count ${sql}`))[0]?.count ?? -1;

interface Scene {
  /** The same person, of whichever process. */
  readonly ownerAt: (address: string) => Caller;
  readonly shop: LineShop;
  readonly form: Parameters<typeof filled>[0];
}

/** An account whose form maps, tags, notifies, calls a web hook and replies. */
async function setScene(address: string): Promise<Scene> {
  const owner = await registerOwner(address, 'forms');
  await stage.sql(`update users set email_verified_at = now()`);
  const shop = await openLineShop(owner, stage.vendors.line);
  const rules = { ...DEFAULT_NOTIFY.rules, desktop: ['form_submitted' as const] };
  await owner.call(updateNotify, { body: { ...DEFAULT_NOTIFY, rules } });
  const tag = await owner.call(createTag, { body: { name: 'Booked' } });
  const field = await owner.call(createCustomerField, { body: { label: 'Room', kind: 'text' } });
  await owner.call(createWebHook, {
    body: { url: 'https://hooks.example/forms', events: ['form.submitted'] },
  });
  const label = (en: string) => ({ label: { en } });
  const definition = definitionOf(
    { kind: 'phone', key: 'phone', ...label('Phone'), required: true, mapTo: { fact: 'phone' } },
    { kind: 'text', key: 'room', ...label('Room'), required: true, mapTo: { fieldUuid: field.uuid } },
    { kind: 'file', key: 'photo', ...label('Photo') },
  );
  const { uuid, settings } = await owner.call(createForm, { body: { name: 'Booking', definition } });
  const params = { uuid };
  const actions = [{ kind: 'tag' as const, tagUuid: tag.uuid }];
  await owner.call(changeForm, {
    params,
    body: { settings: { ...settings, reply: { en: REPLY, ja: REPLY }, actions } },
  });
  await owner.call(publishForm, { params });
  const ownerAt = (process: string) => createCaller(process, owner.jwt);
  return { ownerAt, shop, form: await owner.call(getForm, { params }) };
}

/** Somebody who has written, and is answered. */
async function addFriend({ owner, shop }: { readonly owner: Caller; readonly shop: LineShop }, name: string) {
  const friend = shop.addFriend(name);
  await shop.says(friend, `${name}?`);
  const known = await eventually('they are known', async () => {
    const { items } = await owner.call(listFriends, { query: { channelUuid: shop.channel.uuid } });
    return items.find((one) => one.name === name && one.conversationUuid);
  });
  if (!known.conversationUuid) throw new Error('there is no conversation');
  await stage.settle();
  return { friend, uuid: known.uuid, conversationUuid: known.conversationUuid };
}

let comingBack: Promise<void> = Promise.resolve();

/** Kills the process that people reach, at a step; the other one goes on alone, and is the next whom they reach. */
async function killAt(step: Step, act: (address: string) => Promise<unknown>): Promise<Process> {
  await comingBack;
  const victim = reached();
  await gates.shut(step);
  const acted = act(victim.address).catch(() => null);
  expect(await gates.reached(step), step).toBeGreaterThan(0);
  // What is at the vendor now would be in doubt until its lease ends; that is what other tests are about.
  await eventually(
    'nothing is being sent',
    async () => (await count(`from outbox where state <> 'sent'`)) === 0,
  );
  await victim.server.kill();
  await gates.open(step);
  // As when the lease of who is dead has ended, which takes a minute.
  await stage.sql(`update customer_events set due_at = now() where due_at > now()`);
  await stage.sql(`update form_talk_files set next_attempt_at = now() where next_attempt_at > now()`);
  await stage.sql(`update media set next_attempt_at = now() where next_attempt_at > now()`);
  await acted;
  comingBack = victim.server.start();
  processes.reverse();
  return reached();
}

test('killed at any step of a form: it is stored, mapped, told and replied to once, and a chat goes on', async () => {
  const scene = await setScene(reached().address);
  const { shop, form } = scene;
  const { line } = stage.vendors;
  const { channelId } = shop.credentials;
  const hook = new URL(line.channel(channelId).webhookUrl ?? '');
  const friends: string[] = [];
  const pageSteps = chosen(PAGE_STEPS, 2);
  for (const [index, step] of pageSteps.entries()) {
    const owner = scene.ownerAt(reached().address);
    const { friend, uuid: friendUuid } = await addFriend({ owner, shop }, `page${index}`);
    friends.push(friend);
    const { url } = await owner.call(linkForm, { params: { uuid: form.uuid }, body: { friendUuid } });
    const t = new URL(url).searchParams.get('t') ?? '';
    const body = filled(form, { phone: `+8190123400${10 + index}`, room: `room${index}` }, { t });
    const send = (address: string) => createCaller(address, null).call(submitForm, { body });
    const other = await killAt(step, send);
    // The page got no answer, or is unsure: it sends the same again, to whoever answers.
    await send(other.address);
    line.setWebhook(channelId, new URL(hook.pathname, other.address).href);
  }
  const chatSteps = chosen(CHAT_STEPS, 1);
  for (const [index, step] of chatSteps.entries()) {
    const owner = scene.ownerAt(reached().address);
    const { friend, conversationUuid } = await addFriend({ owner, shop }, `chat${index}`);
    friends.push(friend);
    const said = [`090-1234-50${10 + index}`, `chat room ${index}`, PHOTO, 'Send'];
    const asked = ['Room', 'Photo', '1 file', REPLY];
    await owner.call(sendForm, { params: { uuid: form.uuid }, body: { conversationUuid, as: 'chat' } });
    const at = { 'what was asked is sent': 3, 'a photo is kept': 2 }[step as string] ?? index % 2;
    for (const [place, text] of said.entries()) {
      await eventually('it was asked', async () => shop.reads(friend).length > place + 1);
      const sendAnswer = () =>
        text === PHOTO
          ? line.friendSays(channelId, friend, { type: 'image', bytes: photo, contentType: 'image/jpeg' })
          : shop.says(friend, text);
      if (place === at) {
        const other = await killAt(step, sendAnswer);
        line.setWebhook(channelId, new URL(hook.pathname, other.address).href);
      } else await sendAnswer();
      const wanted = asked[place] ?? '';
      await eventually(
        `what follows "${text}"`,
        async () => shop.reads(friend).at(-1)?.includes(wanted) === true,
      );
    }
  }
  await comingBack;
  await eventually(
    'nothing is left to do',
    async () => (await count(`from customer_events where due_at is not null`)) === 0,
  );
  await stage.settle();
  const submissions = await count(`from form_submissions`);
  const wrong = await count(
    `from form_submissions s join customers c on c.id = s.customer_id where
       (select count(*) from customer_contacts k where k.customer_id = c.id) <> 1
       or (select count(*) from customer_tags k where k.customer_id = c.id) <> 1
       or not jsonb_path_exists(c.fields, '$.* ? (@ == $room)', jsonb_build_object('room', s.answers -> 'room'))`,
  );
  const notices = await count(`from notifications where event = 'form_submitted'`);
  const calls = await count(`from web_hook_deliveries where event = 'form.submitted'`);
  const actions = await count(`from action_runs where state = 'done'`);
  const left = await count(`from form_conversations`);
  const files = await count(`from form_files where submission_id is not null`);
  const waiting = await count(`from form_talk_files`);
  const replies = friends.map((friend) => shop.reads(friend).filter((text) => text.includes(REPLY)).length);
  const expected = friends.length;
  reportResult({
    fault: 'kill -9 at the steps of a form',
    times: pageSteps.length + chatSteps.length,
    messages: expected,
    lost: wrong + Math.max(0, expected - submissions) + replies.filter((times) => times === 0).length,
    doubled: Math.max(0, submissions - expected) + replies.filter((times) => times > 1).length,
    unanswered: 0,
    toPerson: 0,
    outOfOrder: 0,
  });
  expect({ submissions, notices, calls, actions }).toEqual({
    submissions: expected,
    notices: expected,
    calls: expected,
    actions: expected,
  });
  expect({ wrong, left, files, waiting }).toEqual({ wrong: 0, left: 0, files: chatSteps.length, waiting: 0 });
  expect(replies).toEqual(friends.map(() => 1));
});
