import { createHash, randomInt } from 'node:crypto';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { ChannelId } from '@hanasu/contract/ids';
import type { linkNotifyChannel } from '@hanasu/contract/notify';
import { AppError } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { LINKED_WORDS } from '../notification-text.ts';
import { isLinkable, type NotifyDependencies } from '../settings/settings.ts';
import { deleteLink, isCodeExpected, listLinkable, storeCode, useCode } from './links.store.ts';

const LIFE_MS = 15 * 60_000;

export async function linkChannel(
  dependencies: NotifyDependencies,
  { accountId, userId }: Session,
  channelId: ChannelId,
): Promise<EndpointOutput<typeof linkNotifyChannel>> {
  const code = newLinkCode();
  const expiresAt = new Date(dependencies.database.now() + LIFE_MS);
  await dependencies.database.account(accountId, async (transaction) => {
    const channels = await listLinkable(transaction, userId);
    const channel = channels.find(({ channelUuid }) => channelUuid === channelId);
    if (!channel || !isLinkable(dependencies, channel)) {
      throw new AppError('not_found', 'Channel not found');
    }
    await storeCode(transaction, { userId, channelId, hash: hashOfCode(accountId, code), expiresAt });
  });
  return { code, expiresAt: expiresAt.toISOString() };
}

/** Also what was never linked: it is not linked afterwards. */
export async function unlinkChannel(
  { database }: NotifyDependencies,
  { accountId, userId }: Session,
  channelId: ChannelId,
): Promise<void> {
  const wasThere = await database.account(accountId, (transaction) =>
    deleteLink(transaction, userId, channelId),
  );
  if (!wasThere) throw new AppError('not_found', 'This channel is not linked');
}

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
  const seconds = await consumeAllowance({ ...transaction, scope: 'system' }, key, GUESSES);
  await setScope(before?.scope ?? '');
  return seconds;
}

/** Without signs that are taken for each other. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const CODE = new RegExp(`^[${SIGNS}]{${LENGTH}}$`);

/** 31⁸: guessing five times an hour for 15 minutes gets nowhere. */
export const newLinkCode = (): string =>
  Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** As it was given out, however the phone spelled it (width, case, spaces); null: this is no code. */
export function readLinkCode(text: string): string | null {
  if (text.length > 40) return null;
  const code = text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  return CODE.test(code) ? code : null;
}

/** Bound to the account, so that no code is good elsewhere. */
export const hashOfCode = (accountId: string, code: string): Buffer =>
  createHash('sha256').update(`notify-link ${accountId} ${code}`).digest();
