import { createKnowledge } from '@hanasu/contract/knowledge';
import * as contract from '@hanasu/contract/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, eventually } from '../testing/test-server.ts';
import { registerOwner } from './chaos-stage.fixture.ts';
import { type Gate, type Gates, setGates } from './gates.fixture.ts';
import { type KillableStage, setKillableStage } from './killable-server.fixture.ts';

/** Where a process is killed while it brings a copy in step. */
const STEPS = {
  'a document is inserted': { table: 'documents', on: 'insert', when: 'true' },
  'its copy refers to it': {
    table: 'post_copies',
    on: 'update',
    when: 'new.document_id <> old.document_id or old.document_id is null and new.document_id is not null',
  },
  'a document gets a version': { table: 'documents', on: 'update', when: 'new.version > old.version' },
  'the copy is settled': {
    table: 'post_copies',
    on: 'update',
    when: 'new.due_at is null and old.due_at is not null',
  },
  'its document is removed': {
    table: 'post_copies',
    on: 'update',
    when: 'new.document_id is null and old.document_id is not null',
  },
} as const satisfies Record<string, Gate>;
type Step = keyof typeof STEPS;

let stage: KillableStage;
let gates: Gates<Step>;
let owner: Caller;
beforeAll(async () => {
  stage = await setKillableStage();
  gates = await setGates(stage.settingsFor(0).DATABASE_URL ?? '', STEPS);
  owner = await registerOwner(stage.address, 'copies');
  await stage.sql('update users set email_verified_at = now()');
});
afterAll(async () => {
  await stage.server.close();
  await gates.close();
  await stage.close();
});

async function killAt(step: Step, act: () => Promise<unknown>): Promise<void> {
  await gates.shut(step);
  await act();
  expect(await gates.reached(step), step).toBe(1);
  await stage.server.kill();
  await gates.open(step);
  await stage.server.start();
}

test('killed at each step of its worker, a copy comes in step with its post, and is there once', async () => {
  const base = (await owner.call(createKnowledge, { body: { name: 'Shop' } })).uuid;
  const { uuid } = await owner.call(contract.createPost, {
    body: { title: 'Tea', content: '<p>Text 1</p>', language: 'en' },
  });
  const params = { uuid };
  const get = () => owner.call(contract.getPost, { params });
  const publish = async () =>
    owner.call(contract.publishPost, { params, body: { revision: (await get()).revision } });
  const change = async (body: object) =>
    owner.call(contract.changePost, { params, body: { ...body, revision: (await get()).revision } });
  const untilInStep = (documents: number) =>
    eventually(`the base has ${documents} documents and the copy is in step`, async () => {
      const { knowledge } = await get();
      const isThere = documents === 0 ? knowledge?.documentUuid === null : knowledge?.documentUuid != null;
      return knowledge?.state === 'up_to_date' && isThere;
    }).then(async () => expect(await stage.count('from documents')).toBe(documents));
  const textHas = (words: string) => stage.count(`from document_texts where text like '%${words}%'`);

  await change({ knowledgeUuid: base });
  await untilInStep(0);
  await killAt('a document is inserted', publish);
  await untilInStep(1);
  await killAt('its document is removed', () => owner.call(contract.retractPost, { params }));
  await untilInStep(0);
  await killAt('its copy refers to it', publish);
  await untilInStep(1);
  await change({ content: '<p>Text 2</p>' });
  await killAt('a document gets a version', publish);
  await untilInStep(1);
  expect(await textHas('Text 2')).toBe(1);
  await change({ content: '<p>Text 3</p>' });
  await killAt('the copy is settled', publish);
  await untilInStep(1);
  expect(await textHas('Text 3')).toBe(1);
  await killAt('its document is removed', () => owner.call(contract.deletePost, { params }));
  await eventually('nothing is left', async () => (await stage.count('from post_copies')) === 0);
  expect(await stage.count('from documents')).toBe(0);
});
