import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import { createKnowledgeModels } from '@hanasu/models/knowledge/create-knowledge-models';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { heldOpen, holdBalance, untilCallWaits } from '../../../testing/hold-balance.ts';
import { tokenLots } from '../../billing/public.ts';
import type { Translated } from '../dependencies.ts';
import { createKnowledgeFixture, type KnowledgeFixture } from '../testing/knowledge.fixture.ts';
import { createFakeKnowledgeModels, fakeVectorIndex } from '../testing/knowledge-models.fixture.ts';
import { createQuestionMemory } from './question-memory.ts';
import { runSearch, type Searching } from './run-search.ts';
import type { KnowledgeSearch, SearchFilter, SearchOutcome } from './search.ts';

let fixture: KnowledgeFixture;
beforeAll(async () => {
  fixture = await createKnowledgeFixture();
});
afterAll(() => fixture.close());

let fake: ReturnType<typeof createFakeKnowledgeModels>;
let memory: ReturnType<typeof createQuestionMemory>;
let said: Translated;
let translations: number;
beforeEach(() => {
  fake = createFakeKnowledgeModels();
  memory = createQuestionMemory();
  said = { kind: 'done', text: 'Where can I park my car?' };
  translations = 0;
});

/** Everything set up; a call of a model while a transaction is open fails the test. */
function searching(changes: Partial<Searching> = {}): Searching {
  const { database } = fixture.dependencies;
  let open = 0;
  const mustBeClosed = (): void => expect(open).toBe(0);
  fake.listen(mustBeClosed);
  return {
    ...fixture.dependencies,
    knowledgeModels: fake.models,
    vectors: fakeVectorIndex,
    memory,
    translate: async () => {
      mustBeClosed();
      translations += 1;
      return said;
    },
    database: {
      ...database,
      async snapshot(accountId, run) {
        open += 1;
        return database.snapshot(accountId, run).finally(() => {
          open -= 1;
        });
      },
    },
    ...changes,
  };
}

const TEXTS = {
  Purse: 'A purse is where coins and notes are kept safely while travelling.',
  Garage: 'The garage behind the house takes every automobile up to two metres.',
  Counter: 'The counter is open from nine to five on weekdays, the best time is noon.',
  Roses: 'Roses and other flowers need water twice a week in summer.',
} as const;

async function newBase(settings: Partial<KnowledgeSettings> = {}, vectorModel: string | null = null) {
  const accountId = newId<AccountId>();
  const knowledgeId = await fixture.addBase(accountId);
  const ids = new Map<string, DocumentId>();
  for (const [title, text] of Object.entries(TEXTS))
    ids.set(title, await fixture.addText(accountId, knowledgeId, title, text));
  await fixture.runJobs();
  const { database } = fixture.dependencies;
  await database.account(accountId, (transaction) =>
    transaction.run('update knowledges set settings = settings || $2, vector_model = $3 where id = $1', [
      knowledgeId,
      JSON.stringify(settings),
      vectorModel,
    ]),
  );
  await grant(accountId, 10_000);
  return { accountId, knowledgeId, ids };
}
const meaningful = () => newBase({ embeddingModel: 'meanings' }, 'meanings');

const grant = (accountId: AccountId, tokens: number) =>
  fixture.dependencies.database.system((transaction) =>
    tokenLots.grantTokens(transaction, { accountId, id: newId<string>(), tokens }),
  );
const spentBy = async (accountId: AccountId): Promise<number[]> => {
  const rows = await fixture.dependencies.database.system((transaction) =>
    transaction.rows<{ tokens: number }>(
      `select -tokens as tokens from ledger_entries where account_id = $1 and kind = 'call' order by created_at`,
      [accountId],
    ),
  );
  return rows.map(({ tokens }) => tokens);
};

const ask = (
  base: { accountId: AccountId; knowledgeId: KnowledgeId },
  query: string,
  changes: Partial<KnowledgeSearch> = {},
  dependencies: Partial<Searching> = {},
): Promise<SearchOutcome> =>
  runSearch(searching(dependencies), {
    accountId: base.accountId,
    knowledgeIds: [base.knowledgeId],
    query,
    limit: 4,
    ...changes,
  });
const titles = ({ passages }: SearchOutcome): string[] => passages.map(({ title }) => title);
const skips = ({ stages }: SearchOutcome) =>
  Object.fromEntries(stages.map(({ name, skipped }) => [name, skipped]));

test('words alone say why the other stages were left out', async () => {
  const base = await newBase();
  const found = await ask(base, 'when is the counter open');
  expect(titles(found)[0]).toBe('Counter');
  expect(found.passages[0]?.stages).toMatchObject({ words: { rank: 1 }, meaning: null, fused: null });
  expect(skips(found)).toEqual({
    translate: 'not_needed',
    words: null,
    meaning: 'not_set',
    fuse: 'not_needed',
    rerank: 'not_set',
  });
  expect(await spentBy(base.accountId)).toEqual([]);
});

describe('meaning', () => {
  test('finds what no word finds, is charged, and is asked once for the same question', async () => {
    const base = await meaningful();
    const found = await ask(base, 'my wallet');
    expect(titles(found)[0]).toBe('Purse');
    expect(found.passages[0]?.stages).toMatchObject({
      words: null,
      meaning: { rank: 1 },
      fused: { rank: 1 },
    });
    expect(skips(found)).toMatchObject({ meaning: null, fuse: null });
    expect(await spentBy(base.accountId)).toEqual([7]);
    expect(titles(await ask(base, 'my wallet'))).toEqual(titles(found));
    expect(fake.calls.embed).toBe(1);
    expect(await spentBy(base.accountId)).toEqual([7]);
  });

  test.each([
    ['it is down', 'down', 'failed'],
    ['it has a defect', 'throws', 'failed'],
  ] as const)('words serve while %s, and nobody waits for it again at once', async (_, behaviour, reason) => {
    const base = await meaningful();
    fake.state.embed = behaviour;
    for (const query of ['when is the counter open', 'which flowers need water']) {
      const found = await ask(base, query);
      expect(found.passages.length).toBeGreaterThan(0);
      expect(skips(found).meaning).toBe(reason);
    }
    expect(fake.calls.embed).toBe(1);
    expect(await spentBy(base.accountId)).toEqual([]);
  });

  test('words serve without tokens, without the model, and before there are vectors', async () => {
    const poor = await meaningful();
    await fixture.dependencies.database.system((transaction) =>
      transaction.run('update token_balances set balance = 0 where account_id = $1', [poor.accountId]),
    );
    const query = 'when is the counter open';
    const found = await ask(poor, query);
    expect([titles(found)[0], skips(found).meaning]).toEqual(['Counter', 'no_tokens']);
    expect(fake.calls.embed).toBe(0);
    const keyless = { ...searching(), knowledgeModels: createKnowledgeModels({ providers: {} }) };
    const search = { accountId: poor.accountId, knowledgeIds: [poor.knowledgeId], query, limit: 4 };
    expect(skips(await runSearch(keyless, search)).meaning).toBe('no_model');
    const unmade = await newBase({ embeddingModel: 'meanings' });
    expect(skips(await ask(unmade, query)).meaning).toBe('no_model');
  });
});

describe('a reranker', () => {
  test('puts the best first and shows in the confidence', async () => {
    const base = await newBase({ reranker: 'best-first' });
    const query = 'two metres automobile garage open';
    const [before] = (await ask(base, query, {}, { knowledgeModels: { ...fake.models, list: () => [] } }))
      .passages;
    const found = await ask(base, query);
    expect([before?.title, titles(found)[0]]).toEqual(['Garage', 'Counter']);
    expect(found.passages[0]?.stages.reranked).toEqual({ rank: 1, score: 0.9 });
    expect(found.passages[0]?.confidence).toBeGreaterThan(0.4);
    expect(skips(found).rerank).toBeNull();
    expect(await spentBy(base.accountId)).toEqual([3]);
  });

  test.each(['down', 'throws'] as const)('that is %s leaves the order as it was', async (behaviour) => {
    const base = await newBase({ reranker: 'best-first' });
    fake.state.rerank = behaviour;
    const found = await ask(base, 'two metres automobile garage open');
    expect([titles(found)[0], skips(found).rerank]).toEqual(['Garage', 'failed']);
    expect(await spentBy(base.accountId)).toEqual([]);
  });

  test('that is not there any more is left out', async () => {
    const found = await ask(await newBase({ reranker: 'gone' }), 'two metres automobile garage');
    expect([titles(found)[0], skips(found).rerank]).toEqual(['Garage', 'no_model']);
  });
});

describe('while others hold the tokens', () => {
  const QUERY = 'my wallet';
  const hold = ({ accountId }: { accountId: AccountId }) => {
    const { database } = fixture.dependencies;
    const run = (sql: string, values: readonly unknown[]) =>
      database.system((transaction) => transaction.run(sql, values));
    return holdBalance(run, accountId);
  };
  const both = () => newBase({ embeddingModel: 'meanings', reranker: 'best-first' }, 'meanings');

  test('a search waits, and asks its models when they are free', async () => {
    const base = await both();
    const letGo = await hold(base);
    const searching = ask(base, QUERY);
    await untilCallWaits(heldOpen(fixture.dependencies.database), base.accountId);
    expect(fake.calls.embed).toBe(0);
    await letGo();
    const found = await searching;
    expect(titles(found)).toContain('Purse');
    expect(skips(found)).toMatchObject({ meaning: null, rerank: null });
  });

  test('a search of a turn goes on by words when they stay held', async () => {
    const base = await both();
    await hold(base);
    const found = await ask(base, 'when is the counter open');
    expect(titles(found)[0]).toBe('Counter');
    expect(skips(found)).toMatchObject({ meaning: 'busy', rerank: 'busy' });
    expect(await spentBy(base.accountId)).toEqual([]);
  });

  test('a search of a running answer does not wait for the room that answers hold', async () => {
    const base = await both();
    await hold(base);
    await fixture.dependencies.database.system((transaction) =>
      transaction.run('update token_reservations set limit_tokens = tokens where account_id = $1', [
        base.accountId,
      ]),
    );
    expect(skips(await ask(base, QUERY))).toMatchObject({ meaning: null, rerank: null });
  });
});

describe('a question in another language', () => {
  const QUESTION = 'Tôi có thể đỗ xe ô tô ở đâu?';

  test('is looked for in the language of the base as well, by words and meaning', async () => {
    const base = await newBase({ language: 'en', embeddingModel: 'meanings' }, 'meanings');
    const found = await ask(base, QUESTION);
    expect([titles(found)[0], found.translated]).toEqual(['Garage', 'Where can I park my car?']);
    expect(skips(found)).toMatchObject({ translate: null, meaning: null });
    await ask(base, QUESTION);
    expect(translations).toBe(1);
  });

  test('by the documents’ own language when none is set', async () => {
    said = { kind: 'done', text: 'automobile garage' };
    const found = await ask(await newBase(), QUESTION);
    expect([titles(found)[0], found.translated]).toEqual(['Garage', 'automobile garage']);
  });

  test('by the language of some passages when that of the documents was not found', async () => {
    said = { kind: 'done', text: 'automobile garage' };
    const base = await newBase();
    await fixture.dependencies.database.system((transaction) =>
      transaction.run('update documents set language = null where account_id = $1', [base.accountId]),
    );
    const found = await ask(base, QUESTION);
    expect([titles(found)[0], found.translated]).toEqual(['Garage', 'automobile garage']);
  });

  test('is searched as it is when it should not, need not or cannot be translated', async () => {
    const off = await newBase({ translate: false, language: 'en' });
    expect(skips(await ask(off, QUESTION)).translate).toBe('not_set');
    const vietnamese = await newBase({ language: 'vi' });
    expect(skips(await ask(vietnamese, QUESTION)).translate).toBe('not_needed');
    const english = await newBase({ language: 'en' });
    expect(skips(await ask(english, 'automobile garage 12')).translate).toBe('not_needed');
    expect(translations).toBe(0);
    for (const reason of ['failed', 'no_tokens'] as const) {
      said = { kind: 'skipped', reason };
      const found = await ask(english, `${QUESTION} automobile`);
      expect([titles(found)[0], skips(found).translate, found.translated]).toEqual(['Garage', reason, null]);
    }
  });
});

test('filters narrow words and meaning alike', async () => {
  const base = await meaningful();
  const [purse, garage, roses] = ['Purse', 'Garage', 'Roses'].flatMap((title) => base.ids.get(title) ?? []);
  if (!purse) throw new Error('there is no such document');
  await fixture.dependencies.database.account(base.accountId, (transaction) =>
    transaction.run(
      `update documents set tags = '{house,outside}', metadata = '{"floor": "1"}' where id = any($1::uuid[])`,
      [[garage, roses]],
    ),
  );
  const by = async (filter: Partial<SearchFilter>) => {
    const whole = { tags: [], metadata: {}, documentIds: [], ...filter };
    return titles(await ask(base, 'purse automobile open flowers', { filter: whole })).sort();
  };
  expect(await by({ tags: ['house', 'outside'] })).toEqual(['Garage', 'Roses']);
  expect(await by({ tags: ['house', 'inside'] })).toEqual([]);
  expect(await by({ metadata: { floor: '1' } })).toEqual(['Garage', 'Roses']);
  expect(await by({ metadata: { floor: '2' } })).toEqual([]);
  expect(await by({ documentIds: [purse] })).toEqual(['Purse']);
  expect(await by({ documentIds: [purse], tags: ['house'] })).toEqual([]);
});

test('nearly the same is shown once, unless a number differs', async () => {
  const accountId = newId<AccountId>();
  const knowledgeId = await fixture.addBase(accountId);
  const text = (price: number) =>
    `The large room with a view of the harbour costs ${price} dollars a night, breakfast and towels included.`;
  await fixture.addText(accountId, knowledgeId, 'List', text(80));
  await fixture.addText(accountId, knowledgeId, 'Copy', text(80).replace('costs', 'Costs'));
  await fixture.addText(accountId, knowledgeId, 'New', text(95));
  await fixture.runJobs();
  const found = await ask({ accountId, knowledgeId }, 'what does the large room cost');
  expect([found.passages.length, found.duplicates]).toEqual([2, 1]);
  expect(titles(found)).toContain('New');
  const one = await ask({ accountId, knowledgeId }, 'what does the large room cost', { limit: 1 });
  expect([one.passages.length, one.duplicates]).toEqual([1, 0]);
});

test('another account finds nothing, also by the ids of a base or a document', async () => {
  const base = await meaningful();
  const stranger = newId<AccountId>();
  await grant(stranger, 1_000);
  const filter = { tags: [], metadata: {}, documentIds: [...base.ids.values()] };
  for (const changes of [{}, { filter }])
    expect(titles(await ask({ ...base, accountId: stranger }, 'my wallet purse', changes))).toEqual([]);
});

test('a passage comes with what stands beside it when that is asked for', async () => {
  const accountId = newId<AccountId>();
  const knowledgeId = await fixture.addBase(accountId);
  const part = (word: string) => `# ${word}\n\n${`${word} is explained here at length. `.repeat(30)}\n\n`;
  await fixture.addText(accountId, knowledgeId, 'Book', ['alpha', 'bravo', 'charlie'].map(part).join(''));
  await fixture.runJobs();
  const [hit] = (await ask({ accountId, knowledgeId }, 'bravo', { limit: 1, neighbours: true })).passages;
  const around = hit?.neighbours.map(({ position }) => position - (hit?.position ?? 0));
  expect(around).toEqual([-1, 1]);
  const [alone] = (await ask({ accountId, knowledgeId }, 'bravo', { limit: 1 })).passages;
  expect(alone?.neighbours).toEqual([]);
});
