import { randomBytes } from 'node:crypto';
import type { UpdateAccountInput, UserView } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { portraitOf } from '../../../platform/files/portrait.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { findMember } from '../accounts.store.ts';
import {
  changeProfile,
  findPersonById,
  lockPerson,
  type Person,
  setPassword,
  setPendingEmail,
} from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { allowConfirmation, sendConfirmationMail } from '../email/send-confirmation.ts';
import { emailKey, usernameKey } from '../identity.ts';
import { passwordChangedMail } from '../mails/account-mails.ts';
import { recordOwnChange } from '../record-audit.ts';
import { lostRace, refuseUsername, usernameTaken } from '../registration/username-rules.ts';
import { revokeSessionsOf } from '../sessions/sessions.store.ts';
import { reAuthenticate } from '../sign-in/re-authenticate.ts';
import { type AvatarNeeds, avatarFile, replaceAvatar } from './avatar-files.ts';
import { userView } from './user-view.ts';

type Input = z.output<typeof UpdateAccountInput>;

/** All of it or nothing. */
export async function updateAccount(
  dependencies: AccountsDependencies,
  actor: Actor,
  input: Input,
): Promise<UserView> {
  const { database, ended } = dependencies;
  if (input.password !== undefined || input.email !== undefined) {
    await reAuthenticate(dependencies, actor, { password: input.currentPassword, field: 'currentPassword' });
  }
  const passwordHash = await hashNew(dependencies, actor, input);
  const view = await database
    .system((transaction) => change(transaction, dependencies, { actor, input, passwordHash }))
    .catch((error: unknown) => {
      throw lostRace(error) === 'username' ? usernameTaken() : error;
    });
  if (passwordHash) ended.user(actor.userId);
  if (input.avatar !== null) return view;
  await replaceAvatar(dependencies, actor.userId, null);
  return { ...view, avatar: null };
}

async function hashNew(
  { database, passwords, passwordStrength }: AccountsDependencies,
  { userId }: Actor,
  { password, username, email }: Input,
): Promise<string | null> {
  if (password === undefined) return null;
  const person = await database.system((transaction) => findPersonById(transaction, userId));
  await passwordStrength.refuseCommon(password, {
    username: username ?? person?.username ?? '',
    email: email ?? person?.email ?? null,
  });
  return passwords.hash(password);
}

interface Change {
  readonly actor: Actor;
  readonly input: Input;
  readonly passwordHash: string | null;
}

async function change(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { actor, input, passwordHash }: Change,
): Promise<UserView> {
  const person = await lockPerson(transaction, actor.userId);
  if (!person) throw new AppError('session_expired', 'This user no longer exists');
  if (input.username !== undefined) await rename(transaction, actor, person, input.username);
  await changeProfile(transaction, actor.userId, {
    displayName: input.displayName,
    locale: input.locale,
    timeZone: input.timeZone,
    foundContent: input.foundContent,
  });
  if (passwordHash) await changePassword(transaction, dependencies, { actor, person, passwordHash });
  if (input.email !== undefined) await changeEmail(transaction, dependencies, actor, input.email);
  const member = await findMember(transaction, actor.userId, actor.accountId);
  if (!member) throw new AppError('session_expired', 'This user has left the account');
  return userView(member, { withAvatar: true });
}

async function rename(
  transaction: SystemTransaction,
  { userId, accountId, address }: Actor,
  { username: before }: Person,
  username: string,
): Promise<void> {
  if (username === before) return;
  await refuseUsername(transaction, username, userId);
  await changeProfile(transaction, userId, { username, usernameKey: usernameKey(username) });
  const data = { before, after: username };
  await recordOwnChange(transaction, { userId, accountId, address, action: 'username.changed', data });
}

interface PasswordChange {
  readonly actor: Actor;
  readonly person: Person;
  readonly passwordHash: string;
}

async function changePassword(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  { actor: { userId, accountId, sessionId, address }, person, passwordHash }: PasswordChange,
): Promise<void> {
  await setPassword(transaction, userId, passwordHash);
  await revokeSessionsOf(transaction, userId, { except: sessionId });
  await recordOwnChange(transaction, { userId, accountId, address, action: 'password.changed' });
  const { email, locale, displayName } = person;
  if (email) await mail.write(transaction, passwordChangedMail({ email, locale, displayName }, publicUrl));
}

/** Only a wish until the mailbox is shown; the present address, typed again, takes the wish back. */
async function changeEmail(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  actor: Actor,
  email: string,
): Promise<void> {
  const { userId, accountId, sessionId, address } = actor;
  // Read again: the password may have just been changed, and the code is for the version of now.
  const person = await findPersonById(transaction, userId);
  if (!person) return;
  if (person.email && emailKey(person.email) === emailKey(email)) {
    return setPendingEmail(transaction, userId, null);
  }
  await allowConfirmation(transaction, actor);
  await setPendingEmail(transaction, userId, email);
  await sendConfirmationMail(transaction, dependencies, person, {
    email,
    kind: 'change',
    session: sessionId,
  });
  const action = 'email.change_requested';
  await recordOwnChange(transaction, { userId, accountId, address, action, data: { email } });
}

/** 32 characters that nobody guesses. */
const KEY_BYTES = 24;

/** Makes a picture of what was uploaded and stores it. Returns its key, which no row names yet. */
export async function storePicture(
  { files }: Pick<AvatarNeeds, 'files'>,
  bytes: Uint8Array,
): Promise<string> {
  if (bytes.length === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  const picture = await portraitOf(bytes);
  if (!picture) throw AppError.field('image_invalid', 'body.file', 'Not a readable PNG, JPEG or WebP');
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await files.put(avatarFile(key), picture);
  return key;
}

/** Replaces a person's picture with what was uploaded. */
export async function setAvatar(needs: AvatarNeeds, userId: UserId, bytes: Uint8Array): Promise<void> {
  await replaceAvatar(needs, userId, await storePicture(needs, bytes));
}
