import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { foldForSearch, foldName } from '@hanasu/contract/text';
import type { AccountTransaction, Database, SystemTransaction } from '../../../platform/database/database.ts';

/** Who looks for something older than the newest thousand says more words. */
const MOST_HITS = 1_000;
/** A query without a term (one kana, a sign) is looked for in so many messages. */
const MOST_READ = 2_000;

/** Messages in which all the words of a query stand, newest first. */
export async function findSaidWords(transaction: AccountTransaction, q: string): Promise<FoundMessage[]> {
  const terms = queryTerms(transaction.accountId, q);
  const candidates =
    terms.length > 0
      ? await findByTerms(transaction, terms, MOST_HITS)
      : await findNewest(transaction, MOST_READ);
  return candidates.filter(({ text }) => findWords(foldForSearch(text), q) !== null);
}

/**
 * Conversations in which all the words of a query were said, or whose name has them. Names of people are compared as
 * everywhere (`foldName`): with and without the space between family and given name.
 */
export async function findAbout(transaction: AccountTransaction, q: string): Promise<ConversationId[]> {
  const said = await findSaidWords(transaction, q);
  const words = foldForSearch(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const wanted = foldName(q);
  const called = (await listNames(transaction)).filter(({ title, people }) => {
    if (people.includes(wanted)) return true;
    const folded = `${foldForSearch(title)}\n${people}`;
    return words.every((word) => folded.includes(word)) || foldName(title).includes(wanted);
  });
  return [...new Set([...said.map(({ conversationId }) => conversationId), ...called.map(({ id }) => id)])];
}

export interface FoundMessage {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly text: string;
}

/** Messages that have all these terms, newest first; what a term stands for is to be looked for in their text. */
const findByTerms = (transaction: AccountTransaction, terms: readonly number[], limit: number) =>
  transaction.rows<FoundMessage>(
    `select m.id, m.conversation_id as "conversationId", m.text
     from (select message_id from message_search where tenant_id = $1 and terms @> $2::int[]
           order by message_id desc limit $3) s
       join messages m on m.account_id = $1 and m.id = s.message_id
     where not exists (select from conversations c
         where c.account_id = m.account_id and c.id = m.conversation_id and c.origin = 'test')
     order by m.id desc`,
    [transaction.accountId, `{${terms.join(',')}}`, limit],
  );

/** The newest messages of all, for what has no terms. */
const findNewest = (transaction: AccountTransaction, limit: number) =>
  transaction.rows<FoundMessage>(
    `select m.id, m.conversation_id as "conversationId", m.text from messages m
     where m.account_id = $1 and m.text <> ''
       and not exists (select from conversations c
         where c.account_id = m.account_id and c.id = m.conversation_id and c.origin = 'test')
     order by m.id desc limit $2`,
    [transaction.accountId, limit],
  );

interface UnindexedMessage {
  readonly accountId: AccountId;
  readonly id: MessageId;
  readonly text: string;
}

/** Nobody else's pass takes the same. */
const findUnindexed = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<UnindexedMessage>(
    `select account_id as "accountId", id, text from messages where search_terms = '{}'
     limit $1 for update skip locked`,
    [limit],
  );

async function setTerms(
  transaction: SystemTransaction,
  messages: readonly UnindexedMessage[],
  terms: readonly (readonly number[])[],
): Promise<void> {
  if (messages.length === 0) return;
  await transaction.run(
    `update messages m set search_terms = n.t::int[]
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as n(a, i, t) where m.account_id = n.a and m.id = n.i`,
    [
      messages.map(({ accountId }) => accountId),
      messages.map(({ id }) => id),
      terms.map((list) => `{${list.join(',')}}`),
    ],
  );
}

/** Longer ago than in so many conversations a name is not looked for. */
const MOST_NAMES = 20_000;

/** What the newest conversations are called: their group or first question, and their customer, folded. */
const listNames = (transaction: AccountTransaction) =>
  transaction.rows<{ id: ConversationId; title: string; people: string }>(
    `select c.id, concat_ws(E'\\n', c.title, c.group_name) as title,
       concat_ws(E'\\n', f.searched_names, p.searched_names) as people
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
       left join customers p on p.account_id = f.account_id and p.id = f.customer_id
     where c.account_id = $1 and c.origin <> 'test' order by c.last_message_at desc limit ${MOST_NAMES}`,
    [transaction.accountId],
  );

const AT_ONCE = 500;

/** Makes messages findable that were stored before there was a search, or changed since; one round of the worker `index-messages`. */
export const createMessageIndexer = (database: Database) => async (): Promise<number | null> => {
  const found = await database.system(async (transaction) => {
    const messages = await findUnindexed(transaction, AT_ONCE);
    const terms = messages.map(({ accountId, text }) => searchTerms(accountId, text));
    await setTerms(transaction, messages, terms);
    return messages.length;
  });
  return found === AT_ONCE ? 0 : null;
};

/**
 * Terms of the inbox's search. Scripts with spaces give the first 3, 5 and 8 letters of each word (shorter words as
 * they are), so what is typed is found from its third letter on; scripts without spaces give each pair of characters,
 * and Han characters alone as well. A term is a 32-bit hash of account and word: hits are compared with the text again.
 */

const PREFIXES = [3, 5, 8] as const;
/** A text longer than this is found by its beginning. */
const MOST_TERMS = 3_000;
/** Stands for "looked at, nothing to find": an empty list means that nobody has looked yet. */
const NOTHING = 0;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}ー々〆]/u;
const HAN = /[\p{Script=Han}々]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

const RUN = new RegExp(
  `(?<unspaced>(?:${UNSPACED.source})+)|(?<spaced>(?:(?!${UNSPACED.source})${LETTER.source})+)`,
  'gu',
);

interface Run {
  readonly isSpaced: boolean;
  readonly characters: readonly string[];
}

/** Runs of one kind of script; what is no letter parts them. */
function runsOf(folded: string): Run[] {
  return [...folded.matchAll(RUN)].map(({ 0: run, groups }) => ({
    isSpaced: groups?.spaced !== undefined,
    characters: [...run],
  }));
}

const pairsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

/** FNV-1a, begun with what came before. */
function addToHash(before: number, text: string): number {
  let value = before;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}

/** Hashes terms with their account; never `NOTHING`. */
function hashesOf(accountId: AccountId): (term: string) => number {
  const account = addToHash(0x811c9dc5, accountId);
  return (term) => {
    const value = addToHash(account, term) | 0;
    return value === NOTHING ? 1 : value;
  };
}

function termsOf({ isSpaced, characters }: Run): string[] {
  if (!isSpaced) return [...pairsOf(characters), ...characters.filter((one) => HAN.test(one))];
  if (characters.length < PREFIXES[0]) return [characters.join('')];
  return PREFIXES.filter((length) => length <= characters.length).map((length) => prefix(characters, length));
}

const prefix = (characters: readonly string[], length: number): string =>
  characters.slice(0, length).join('');

/** What is stored with a message; never empty. */
export function searchTerms(accountId: AccountId, text: string): number[] {
  const terms = new Set<number>();
  const hash = hashesOf(accountId);
  for (const run of runsOf(foldForSearch(text))) {
    for (const term of termsOf(run)) terms.add(hash(term));
    if (terms.size >= MOST_TERMS) break;
  }
  return terms.size > 0 ? [...terms].slice(0, MOST_TERMS) : [NOTHING];
}

/** What a message must have to be found, at least; empty: any message may hold what is asked for. */
export function queryTerms(accountId: AccountId, query: string): number[] {
  const terms = runsOf(foldForSearch(query)).flatMap(({ isSpaced, characters }) => {
    if (!isSpaced) {
      if (characters.length > 1) return pairsOf(characters);
      return characters.filter((one) => HAN.test(one));
    }
    const length = PREFIXES.findLast((one) => one <= characters.length) ?? characters.length;
    return [prefix(characters, length)];
  });
  return [...new Set(terms.map(hashesOf(accountId)))];
}

/** Where in the folded text the first word of the query stands when all its words do; null: not all of them do. */
export function findWords(folded: string, query: string): number | null {
  const places = foldForSearch(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => placeOf(folded, word));
  const [first] = places;
  return first === undefined || places.includes(-1) ? null : first;
}

/** A word of letters with spaces between them is found at its beginning, anything else anywhere. */
function placeOf(folded: string, word: string): number {
  const [first = ''] = word;
  const isSpaced = LETTER.test(first) && !UNSPACED.test(first);
  for (let place = folded.indexOf(word); place >= 0; place = folded.indexOf(word, place + 1)) {
    const [before = ''] = folded.slice(Math.max(0, place - 2), place).match(/.$/su) ?? [];
    if (!isSpaced || place === 0 || !LETTER.test(before) || UNSPACED.test(before)) return place;
  }
  return -1;
}

const BEFORE = 30;
const SNIPPET = 120;

/** The part of a text around the first word of a query. Folding may shift places a little; a snippet is no quotation. */
export function snippetOf(text: string, query: string): string {
  const place = findWords(foldForSearch(text), query) ?? 0;
  const start = Math.max(0, place - BEFORE);
  const cut = text
    .slice(start, start + SNIPPET)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
  return `${start > 0 ? '…' : ''}${cut}${start + SNIPPET < text.length ? '…' : ''}`;
}
