import type { KnowledgeId } from '@hanasu/contract/ids';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { baseKey, type Language } from '../domain/question-memory.ts';
import type { SearchableBase } from '../index.store.ts';
import { selectLanguages, selectSamples } from '../search.store.ts';

/** Documents come and go, but hardly ever in another language. */
const REMEMBERED_MS = 60_000;
/** A base is in every language that at least this share of its documents is in. */
const LEAST_SHARE = 0.15;

/** The language that each base needs a question in, left out where the question is in one of its languages. */
export async function chooseLanguages(
  dependencies: Pick<KnowledgeDependencies, 'memory' | 'now'>,
  transaction: AccountTransaction,
  bases: readonly SearchableBase[],
  query: string,
): Promise<ReadonlyMap<KnowledgeId, Language>> {
  const languages = await languagesOf(dependencies, transaction, bases);
  return new Map(
    [...languages].flatMap(([id, [most, ...others]]) => {
      // A question that gives nothing away (numbers, a name) counts as being in the base's language.
      const asked = most && detectLanguage(query, most);
      return most && asked && asked !== most && !others.includes(asked) ? [[id, most] as const] : [];
    }),
  );
}

type Languages = ReadonlyMap<KnowledgeId, readonly Language[]>;

/** What each base is written in, the most frequent language first; none when that can't be told. */
async function languagesOf(
  { memory, now }: Pick<KnowledgeDependencies, 'memory' | 'now'>,
  transaction: AccountTransaction,
  bases: readonly SearchableBase[],
): Promise<Languages> {
  const languages = new Map<KnowledgeId, readonly Language[]>();
  for (const { id, settings } of bases) {
    const known = memory?.languages.get(baseKey(transaction.accountId, id));
    if (settings.language !== 'auto') languages.set(id, [settings.language]);
    else if (known && known.until > now()) languages.set(id, known.languages);
  }
  const unknown = bases.flatMap(({ id }) => (languages.has(id) ? [] : [id]));
  if (unknown.length === 0) return languages;
  const read = await readLanguages(transaction, unknown);
  for (const id of unknown) {
    const found = read.get(id) ?? [];
    languages.set(id, found);
    memory?.languages.set(baseKey(transaction.accountId, id), {
      languages: found,
      until: now() + REMEMBERED_MS,
    });
  }
  return languages;
}

/** By what was found when the documents were read, or else by the lines of some of their passages. */
async function readLanguages(
  transaction: AccountTransaction,
  ids: readonly KnowledgeId[],
): Promise<Languages> {
  const stored = await selectLanguages(transaction, ids);
  const known = new Set(stored.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  const samples = others.length > 0 ? await selectSamples(transaction, others) : [];
  const lines = samples.flatMap(({ id, text }) =>
    text
      .split('\n')
      .filter((line) => /\p{L}/u.test(line))
      .map((line) => ({ id, language: detectLanguage(line), count: 1 })),
  );
  const byBase = Map.groupBy([...stored, ...lines], ({ id }) => id);
  return new Map([...byBase].map(([id, counts]) => [id, mostFrequent(counts)]));
}

function mostFrequent(
  counts: readonly { readonly language: Language; readonly count: number }[],
): readonly Language[] {
  const sums = new Map<Language, number>();
  for (const { language, count } of counts) sums.set(language, (sums.get(language) ?? 0) + count);
  const all = [...sums.values()].reduce((sum, count) => sum + count, 0);
  return [...sums]
    .filter(([, count]) => count >= all * LEAST_SHARE)
    .sort(([, one], [, other]) => other - one)
    .map(([language]) => language);
}
