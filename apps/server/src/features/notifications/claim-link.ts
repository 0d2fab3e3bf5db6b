import type { ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { tryKey, useUp } from '../../platform/database/use-up.ts';
import { hashOfCode, readLinkCode } from './domain/link-code.ts';
import { LINKED_WORDS } from './domain/notify-words.ts';
import { isCodeExpected, useCode } from './links.store.ts';

/** What one friend may guess. */
const GUESSES = { times: 5, seconds: 60 * 60 };

/**
 * When the text is the code of a person of the staff who wants to be told here: they are linked, and the words that
 * tell them so. Null: it is a question like any other.
 */
export async function claimLink(
  transaction: AccountTransaction,
  said: { readonly channelId: ChannelId; readonly friendExternalId: string; readonly text: string },
): Promise<string | null> {
  const { channelId, friendExternalId, text } = said;
  const code = readLinkCode(text);
  if (code === null || !(await isCodeExpected(transaction, channelId))) return null;
  if ((await countGuess(transaction, tryKey('notify-link', channelId, friendExternalId))) > 0) return null;
  const hash = hashOfCode(transaction.accountId, code);
  const linked = await useCode(transaction, { channelId, hash, friendExternalId });
  return linked && LINKED_WORDS[linked.locale];
}

/** Tries are counted for all accounts in one table, which only work for the whole installation may see. */
async function countGuess(transaction: AccountTransaction, key: Buffer): Promise<number> {
  const setScope = (scope: string) => transaction.run("select set_config('app.scope', $1, true)", [scope]);
  const before = await transaction.one<{ scope: string }>(
    "select coalesce(current_setting('app.scope', true), '') as scope",
  );
  await setScope('system');
  const seconds = await useUp({ ...transaction, scope: 'system' }, key, GUESSES);
  await setScope(before?.scope ?? '');
  return seconds;
}
