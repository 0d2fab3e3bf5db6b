import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@hanasu/contract/accounts';
import { AccountId, InvitationId } from '@hanasu/contract/ids';
import type { GivenRole } from '@hanasu/contract/team';
import { newId } from '../platform/ids.ts';
import type { SignedIn, TestServer } from './test-server.ts';

/** Somebody new who belongs to the account of `colleague` alone. */
export async function addMember(server: TestServer, colleague: SignedIn, role: Role): Promise<SignedIn> {
  const person = await server.register();
  const { account } = colleague.user;
  const moved = [person.user.uuid, account.uuid];
  await server.sql('update memberships set tenant_id = $2, role = $3 where user_id = $1', [...moved, role]);
  await server.sql('update sessions set tenant_id = $2 where user_id = $1', moved);
  return { ...person, user: { ...person.user, account, role } };
}

/** Another account that the person belongs to, without a session in it. */
export async function addAccount(server: TestServer, person: SignedIn, role: Role = 'admin') {
  const id = await addEmptyAccount(server);
  await server.sql('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
    id,
    person.user.uuid,
    role,
  ]);
  return id;
}

export async function addEmptyAccount(server: TestServer): Promise<AccountId> {
  const id = AccountId.parse(newId());
  await server.sql("insert into accounts (id, name) values ($1, 'Second shop')", [id]);
  return id;
}

/** An invitation as if it had been mailed, too long ago to count for the limit of mails. */
export async function addInvitation(server: TestServer, accountId: AccountId, role: GivenRole = 'viewer') {
  const uuid = InvitationId.parse(newId());
  const code = randomBytes(32).toString('base64url');
  const email = `${uuid}@example.com`;
  await server.sql(
    `insert into invitations (account_id, id, email, email_key, role, invited_by, expires_at)
     values ($1, $2, $3, $3, $4, $5, now() + interval '7 days')`,
    [accountId, uuid, email, role, newId()],
  );
  await server.sql(
    `insert into one_time_codes (id, purpose, code_hash, tenant_id, data, created_at, expires_at)
     values ($1, 'invitation', $2, $3, $4, now() - interval '2 hours', now() + interval '7 days')`,
    [newId(), createHash('sha256').update(code).digest(), accountId, { invitationId: uuid }],
  );
  return { uuid, code, email };
}

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: string;
}

/** What was written to an address, newest first. */
export const mailsTo = (server: TestServer, email: string): Promise<WrittenMail[]> =>
  server.sql<WrittenMail>(
    'select subject, text, html, locale from mails where recipient = $1 order by id desc',
    [email],
  );

/** The code of the newest mail to an address. */
export async function codeMailedTo(server: TestServer, email: string): Promise<string> {
  const [newest] = await mailsTo(server, email);
  const code = /[?&]code=([\w-]{43})/.exec(newest?.text ?? '')?.[1];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}
