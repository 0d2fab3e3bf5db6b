import type { Locale, SessionView } from '@hanasu/contract/accounts';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { clearAttempts, tryKey } from '../../../platform/database/consume-allowance.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { consumeCode, tryCode } from '../one-time-codes.ts';
import { recordAudit } from '../record-audit.ts';
import { ALL_SOURCES, consumeAttempt, ONE_SOURCE } from '../sign-in/attempts.store.ts';
import { createSession, requireSession, type SessionOutcome } from '../sign-in/create-session.ts';
import { reAuthenticate } from '../sign-in/re-authenticate.ts';
import type { Visitor } from '../visitor.ts';
import { checkFactorCode, type FactorProof, secretContext } from './check-factor-code.ts';
import {
  type FactorRow,
  findFactorState,
  lockFactor,
  replaceRecoveryCodes,
  storeSecret,
  switchFactorOff,
  switchFactorOn,
} from './factors.store.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import { newTotpSecret, totpUri } from './totp.ts';

interface Answer {
  readonly challenge: string;
  readonly code: string;
}

/** Codes that may be tried on one challenge; then the password is asked for again. */
const TRIES = 5;

/** Completes a sign-in that asked for the second factor. */
export async function secondFactor(
  dependencies: AccountsDependencies,
  answer: Answer,
  visitor: Visitor,
): Promise<SessionView> {
  const { database } = dependencies;
  const { userId, tries } = await database.system((transaction) => countTry(transaction, answer));
  const entry = await database.system((transaction) =>
    enterWithCode(transaction, dependencies, { ...answer, userId, tries, visitor }),
  );
  return requireSession(entry);
}

/**
 * Counted, and kept so, before anything is checked: also across challenges. Recovery codes have a count of their own
 * and, too long to be guessed, a gentler one: guesses at the six digits never keep their owner out.
 */
async function countTry(transaction: SystemTransaction, { challenge, code }: Answer) {
  const { userId } = await tryCode(transaction, 'second-factor', challenge, TRIES);
  if (!userId) throw new Error('a challenge without a person');
  const isRecovery = isRecoveryCode(code);
  const tries = tryKey(isRecovery ? 'recovery-code' : 'second-factor', userId);
  await consumeAttempt(transaction, tries, isRecovery ? ALL_SOURCES : ONE_SOURCE);
  return { userId, tries };
}

interface Try extends Answer {
  readonly userId: UserId;
  readonly tries: Buffer;
  readonly visitor: Visitor;
}

async function enterWithCode(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { userId, tries, visitor, challenge, code }: Try,
): Promise<SessionOutcome> {
  const factor = await lockFactor(transaction, userId);
  if (!factor?.isOn || !factor.sealedSecret) throw new AppError('code_invalid', 'Sign in again');
  const { sealedSecret } = factor;
  const proof = await checkFactorCode(transaction, dependencies, { userId, sealedSecret }, code);
  if (proof === 'wrong') throw wrongFactorCode();
  const { accountId, data } = await consumeCode(transaction, 'second-factor', challenge);
  await clearAttempts(transaction, tries);
  if (proof === 'recovery' && accountId) {
    const happening = { event: 'recovery-code-used', userId, accountId, address: visitor.address } as const;
    await notifyOfFactorChange(transaction, dependencies, factor, happening);
  }
  return createSession(transaction, dependencies, {
    userId,
    ...(accountId ? { accountId } : {}),
    visitor,
    remember: data.remember === true,
    isProvenTwice: true,
  });
}

/** A new secret for an app. Nothing is asked for until a code made with it has been shown; the last start counts. */
export async function startSecondFactor(
  dependencies: AccountsDependencies,
  actor: Actor,
  password: string | undefined,
): Promise<{ secret: string; uri: string }> {
  const { database, box } = dependencies;
  await reAuthenticate(dependencies, actor, { password });
  const secret = newTotpSecret();
  const username = await database.system(async (transaction) => {
    const factor = await lockFactor(transaction, actor.userId);
    if (!factor || factor.isOn) throw new AppError('second_factor_on', 'Disable two-factor sign-in first');
    await storeSecret(transaction, actor.userId, box.seal(secret, secretContext(actor.userId)));
    return factor.username;
  });
  return { secret, uri: totpUri(secret, username) };
}

/** Switches the authenticator app on once it has shown a right code; returns the recovery codes. */
export const confirmSecondFactor = (
  dependencies: AccountsDependencies,
  actor: Actor,
  code: string,
): Promise<string[]> =>
  withVerifiedFactor(
    dependencies,
    { actor, proof: { code, needs: 'off' } },
    async (transaction, { factor }) => {
      await switchFactorOn(transaction, actor.userId);
      const codes = await giveRecoveryCodes(transaction, dependencies, actor.userId);
      await notifyOfFactorChange(transaction, dependencies, factor, { ...actor, event: 'on' });
      return codes;
    },
  );

/** Switches the authenticator app off against a code; its secret and the recovery codes are forgotten. */
export const disableSecondFactor = (
  dependencies: AccountsDependencies,
  actor: Actor,
  code: string,
): Promise<void> =>
  withVerifiedFactor(
    dependencies,
    { actor, proof: { code, needs: 'on' } },
    async (transaction, { factor }) => {
      await switchFactorOff(transaction, actor.userId);
      await notifyOfFactorChange(transaction, dependencies, factor, { ...actor, event: 'off' });
    },
  );

/** New recovery codes against a code, so that a stolen session cannot make a way back in for itself. */
export const renewRecoveryCodes = (
  dependencies: AccountsDependencies,
  actor: Actor,
  code: string,
): Promise<string[]> =>
  withVerifiedFactor(dependencies, { actor, proof: { code, needs: 'on' } }, async (transaction) => {
    await recordAudit(within(transaction, actor.accountId), {
      userId: actor.userId,
      action: 'second_factor.codes_renewed',
      target: actor.userId,
      data: {},
      address: actor.address,
    });
    return giveRecoveryCodes(transaction, dependencies, actor.userId);
  });

/** New recovery codes, readable this once. The old ones stop working. */
async function giveRecoveryCodes(
  transaction: SystemTransaction,
  { recoveryCodes }: AccountsDependencies,
  userId: UserId,
): Promise<string[]> {
  const codes = recoveryCodes.create();
  const hashes = codes.map((code) => recoveryCodes.hash(userId, code));
  await replaceRecoveryCodes(transaction, userId, hashes);
  return codes;
}

interface Shown {
  readonly factor: FactorRow;
  readonly proof: Exclude<FactorProof, 'wrong'>;
}

const wrongFactorCode = (): AppError =>
  AppError.field('wrong_factor_code', 'body.code', 'The code is wrong, already used or expired');

/**
 * Does what a signed-in person may do only by showing a code, in the transaction that uses the code up. `needs` is what
 * the second factor must be; while a new one is confirmed it is still `off`, and recovery codes are not for that.
 */
async function withVerifiedFactor<T>(
  dependencies: AccountsDependencies,
  {
    actor: { userId, sessionId },
    proof: { code, needs },
  }: { readonly actor: Actor; readonly proof: { readonly code: string; readonly needs: 'on' | 'off' } },
  act: (transaction: SystemTransaction, shown: Shown) => Promise<T>,
): Promise<T> {
  const { database } = dependencies;
  const tries = tryKey('factor-code', userId, sessionId);
  await database.system(async (transaction) => {
    const factor = await lockFactor(transaction, userId);
    if (needs === 'off' && factor?.isOn)
      throw new AppError('second_factor_on', 'Two-factor sign-in is already enabled');
    if (!factor?.sealedSecret || (needs === 'on' && !factor.isOn)) throw factorOff();
    await consumeAttempt(transaction, tries, ONE_SOURCE);
  });
  return database.system(async (transaction) => {
    const factor = await lockFactor(transaction, userId);
    if (!factor?.sealedSecret || factor.isOn !== (needs === 'on')) throw factorOff();
    const { sealedSecret } = factor;
    const proof = await checkFactorCode(transaction, dependencies, { userId, sealedSecret }, code);
    if (proof === 'wrong') throw wrongFactorCode();
    await clearAttempts(transaction, tries);
    return act(transaction, { factor, proof });
  });
}

const factorOff = (): AppError => new AppError('second_factor_off', 'Two-factor sign-in is not enabled');

const ACTIONS = {
  on: 'second_factor.enabled',
  off: 'second_factor.disabled',
  'recovery-code-used': 'second_factor.recovery_code_used',
} as const satisfies Record<FactorEvent, string>;

interface Happening {
  readonly event: FactorEvent;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly address: string;
}

/** Writes into the audit log, and to the person, what happened to their two-step sign-in. */
async function notifyOfFactorChange(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  { displayName, locale, mailbox }: FactorRow,
  { event, userId, accountId, address }: Happening,
): Promise<void> {
  const codesLeft = (await findFactorState(transaction, userId))?.recoveryCodesLeft ?? 0;
  await recordAudit(within(transaction, accountId), {
    userId,
    action: ACTIONS[event],
    target: userId,
    data: { recoveryCodesLeft: codesLeft },
    address,
  });
  if (!mailbox) return;
  const facts = { name: displayName, codesLeft, url: `${publicUrl}/Forgot-Password` };
  await mail.write(transaction, { to: mailbox, locale, content: secondFactorMail(locale, event, facts) });
}

/** What happened to somebody's two-step sign-in. */
type FactorEvent = 'on' | 'off' | 'recovery-code-used';

interface FactorFacts {
  readonly name: string;
  /** Recovery codes that still work. */
  readonly codesLeft: number;
  /** Where a new password is chosen. */
  readonly url: string;
}

type Texts = Record<FactorEvent, (facts: FactorFacts) => { subject: string; paragraph: string }>;

const EVENTS = {
  en: {
    on: () => ({
      subject: 'Two-step verification was turned on',
      paragraph: 'From now on, signing in to Hanasu requires a code from your authenticator app.',
    }),
    off: () => ({
      subject: 'Two-step verification was turned off',
      paragraph: 'Signing in to Hanasu no longer requires a code from your authenticator app.',
    }),
    'recovery-code-used': ({ codesLeft }) => ({
      subject: 'A recovery code was used',
      paragraph: `One of your recovery codes was used instead of the authenticator app. Codes left: ${codesLeft}.`,
    }),
  },
  ja: {
    on: () => ({
      subject: '【Hanasu】2段階認証が有効になりました',
      paragraph: '今後、Hanasuへのログイン時に認証アプリのコードの入力が必要になります。',
    }),
    off: () => ({
      subject: '【Hanasu】2段階認証が無効になりました',
      paragraph: '今後、Hanasuへのログイン時に認証アプリのコードは求められません。',
    }),
    'recovery-code-used': ({ codesLeft }) => ({
      subject: '【Hanasu】リカバリーコードが使用されました',
      paragraph: `認証アプリの代わりにリカバリーコードが使用されました。残りのコードは${codesLeft}個です。`,
    }),
  },
  vi: {
    on: () => ({
      subject: 'Đã bật xác thực hai bước',
      paragraph: 'Từ nay, khi đăng nhập Hanasu bạn cần nhập mã từ ứng dụng xác thực.',
    }),
    off: () => ({
      subject: 'Đã tắt xác thực hai bước',
      paragraph: 'Từ nay, khi đăng nhập Hanasu bạn không cần nhập mã từ ứng dụng xác thực nữa.',
    }),
    'recovery-code-used': ({ codesLeft }) => ({
      subject: 'Một mã khôi phục đã được sử dụng',
      paragraph: `Một mã khôi phục của bạn đã được dùng thay cho ứng dụng xác thực. Số mã còn lại: ${codesLeft}.`,
    }),
  },
} satisfies Record<Locale, Texts>;

const FRAME = {
  en: ({ name, url }) => ({
    greeting: `Hello ${name},`,
    warning: 'If this wasn’t you, set a new password now. This signs out all devices.',
    button: { label: 'Choose a new password', url },
  }),
  ja: ({ name, url }) => ({
    greeting: `${name}様`,
    warning:
      'お心当たりがない場合は、すぐに新しいパスワードを設定してください。すべての端末からログアウトされます。',
    button: { label: '新しいパスワードを設定する', url },
  }),
  vi: ({ name, url }) => ({
    greeting: `Xin chào ${name},`,
    warning: 'Nếu không phải bạn, hãy đặt mật khẩu mới ngay. Mọi thiết bị sẽ được đăng xuất.',
    button: { label: 'Đặt mật khẩu mới', url },
  }),
} satisfies Record<Locale, (facts: FactorFacts) => object>;

function secondFactorMail(locale: Locale, event: FactorEvent, facts: FactorFacts): MailContent {
  const { subject, paragraph } = EVENTS[locale][event](facts);
  const { greeting, warning, button } = FRAME[locale](facts);
  return { subject, greeting, paragraphs: [paragraph, warning], button };
}
