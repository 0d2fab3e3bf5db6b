import { z } from 'zod';
import { AccountName, Email, OneTimeCode, Role, TimeZone, UserView } from './accounts.ts';
import { HexColor } from './colors.ts';
import { endpoint } from './endpoint.ts';
import { AccountId, ApiKeyId, ChannelId, InvitationId, UserId, uuidParams, WebHookId } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** An owner is made by registering or by transfer, never by invitation. */
export const GivenRole = z.enum(['admin', 'operator', 'viewer']);
export type GivenRole = z.infer<typeof GivenRole>;

export const AccountItem = z
  .object({ uuid: AccountId, name: z.string(), role: Role, members: z.number().int(), current: z.boolean() })
  .meta({ id: 'Account' });
export type AccountItem = z.infer<typeof AccountItem>;

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/user/accounts',
  summary: 'Accounts this person belongs to',
  tag: 'team',
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(AccountItem) }),
});
export const createAccount = endpoint({
  method: 'POST',
  path: '/api/user/account',
  summary: 'One more account, owned by this person; the session goes to it',
  tag: 'team',
  access: 'viewer',
  body: z.object({ name: AccountName, timeZone: TimeZone.optional() }).strict(),
  status: 201,
  output: UserView,
  errors: ['too_many_accounts'],
});
export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/api/user/account',
  summary: 'Name, time zone and colour of the current account; takes its logo away',
  tag: 'team',
  access: 'admin',
  body: z
    .object({
      name: AccountName.optional(),
      timeZone: TimeZone.optional(),
      /** A new one goes to `/api/user/account/logo`. */
      logo: z.null().optional(),
      color: HexColor.nullable().optional(),
    })
    .strict(),
  status: 200,
  output: UserView,
});
export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/user/account/logo',
  summary: 'Sets the logo of the current account: multipart field `file`, PNG, JPEG or WebP, at most 5 MB',
  tag: 'team',
  access: 'admin',
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 200,
  output: UserView,
  errors: ['file_missing', 'file_empty', 'file_too_large', 'image_invalid', 'unsupported_content_type'],
});
export const switchAccount = endpoint({
  method: 'POST',
  path: '/api/user/account/{uuid}/switch',
  summary: 'Takes this session to another account of the person',
  tag: 'team',
  access: 'viewer',
  params: uuidParams(AccountId),
  status: 200,
  output: UserView,
  errors: ['not_found'],
});
export const transferOwnership = endpoint({
  method: 'POST',
  path: '/api/user/transfer-ownership',
  summary: 'Makes another member the owner; the owner becomes an admin',
  tag: 'team',
  access: 'owner',
  body: z.object({ userUuid: UserId, password: z.string().max(200).optional() }).strict(),
  status: 204,
  errors: ['not_found', 'wrong_password', 'proof_needed'],
});

export const MemberView = z
  .object({
    uuid: UserId,
    username: z.string(),
    displayName: z.string(),
    /** Only for admins and owners. */
    email: z.string().nullable(),
    avatar: z.object({ url: z.string() }).nullable(),
    role: Role,
    secondFactor: z.boolean(),
    joinedAt: Time,
    lastSeenAt: Time.nullable(),
  })
  .meta({ id: 'Member' });
export type MemberView = z.infer<typeof MemberView>;

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/user/members',
  summary: 'People of the account',
  tag: 'team',
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(MemberView),
});
export const changeMember = endpoint({
  method: 'PATCH',
  path: '/api/user/member/{uuid}',
  summary: 'Another role for a member; nobody gives or takes a role above their own',
  tag: 'team',
  access: 'admin',
  params: uuidParams(UserId),
  body: z.object({ role: GivenRole }).strict(),
  status: 200,
  output: MemberView,
  errors: ['not_found', 'forbidden', 'owner_stays'],
});

/** What a member made that goes on without them unless somebody decides. */
export const BelongingsView = z
  .object({
    apiKeys: z.array(z.object({ uuid: ApiKeyId, name: z.string() })),
    /** `name` is the host of the address. */
    webHooks: z.array(z.object({ uuid: WebHookId, name: z.string() })),
    channels: z.array(z.object({ uuid: ChannelId, name: z.string(), kind: z.string() })),
  })
  .meta({ id: 'Belongings' });
export type BelongingsView = z.infer<typeof BelongingsView>;

export const listBelongings = endpoint({
  method: 'GET',
  path: '/api/user/member/{uuid}/belongings',
  summary: 'API keys, web hooks and channels of a member; for admins, and for oneself',
  tag: 'team',
  access: 'viewer',
  params: uuidParams(UserId),
  status: 200,
  output: BelongingsView,
  errors: ['not_found', 'forbidden'],
});

/** `take_over`: the owner of the account has it from now on. `end`: revoked, removed, disconnected. */
export const Fate = z.enum(['end', 'take_over']);
export type Fate = z.infer<typeof Fate>;
export const BelongingsChoice = z.object({
  apiKeys: Fate.default('end'),
  webHooks: Fate.default('end'),
  channels: Fate.default('take_over'),
});
export type BelongingsChoice = z.infer<typeof BelongingsChoice>;

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/user/member/{uuid}',
  summary:
    'Takes a member out of the account, or leaves it (own id). The query says what happens to their API keys, web hooks and channels; keys and web hooks of somebody who leaves by themselves always end, and their channels go to the owner',
  tag: 'team',
  access: 'viewer',
  params: uuidParams(UserId),
  query: BelongingsChoice,
  status: 204,
  errors: ['not_found', 'forbidden', 'owner_stays'],
});

export const InvitationView = z
  .object({
    uuid: InvitationId,
    email: z.string(),
    role: GivenRole,
    invitedBy: z.string(),
    createdAt: Time,
    expiresAt: Time,
    expired: z.boolean(),
  })
  .meta({ id: 'Invitation' });
export type InvitationView = z.infer<typeof InvitationView>;

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/user/invitations',
  summary: 'Invitations that nobody has taken yet',
  tag: 'team',
  access: 'admin',
  status: 200,
  output: z.object({ items: z.array(InvitationView) }),
});
export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/user/invitation',
  summary: 'Invites somebody by e-mail',
  tag: 'team',
  access: 'admin',
  confirmed: true,
  body: z.object({ email: Email, role: GivenRole }).strict(),
  status: 201,
  output: InvitationView,
  errors: ['email_unconfirmed', 'already_member', 'already_invited', 'rate_limited'],
});
export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/user/invitation/{uuid}/resend',
  summary: 'Mails an invitation again with a new link; the old one stops working',
  tag: 'team',
  access: 'admin',
  confirmed: true,
  params: uuidParams(InvitationId),
  status: 200,
  output: InvitationView,
  errors: ['email_unconfirmed', 'not_found', 'rate_limited'],
});
export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/api/user/invitation/{uuid}',
  summary: 'Takes an invitation back',
  tag: 'team',
  access: 'admin',
  params: uuidParams(InvitationId),
  status: 204,
  errors: ['not_found'],
});
/** What an invited person sees before they decide. POST, so that no code stands in an address that is logged. */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitation',
  summary: 'Who invites to what, by the code of the mail',
  tag: 'team',
  access: 'public',
  body: z.object({ code: OneTimeCode }).strict(),
  status: 200,
  output: z.object({
    accountName: z.string(),
    role: GivenRole,
    email: z.string(),
    invitedBy: z.string(),
    expiresAt: Time,
  }),
  errors: ['code_invalid', 'rate_limited'],
});
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/user/invitation/accept',
  summary: 'The signed-in person joins; the session goes to that account',
  tag: 'team',
  access: 'viewer',
  body: z.object({ code: OneTimeCode }).strict(),
  status: 200,
  output: UserView,
  errors: ['code_invalid', 'already_member'],
});

export const AuditView = z
  .object({
    uuid: z.uuid(),
    createdAt: Time,
    /** An `AuditAction`; a newer server may know more. */
    action: z.string(),
    target: z.string(),
    data: z.record(z.string(), z.unknown()),
    actor: z.object({ uuid: UserId, name: z.string() }).nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditView = z.infer<typeof AuditView>;
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/user/audit',
  summary:
    'Who changed what: access, keys, channels, publication. Newest first; `q` finds in action and target',
  tag: 'team',
  access: 'admin',
  query: PageQuery.extend({
    userUuid: UserId.optional(),
    from: Time.optional(),
    to: Time.optional(),
  }),
  status: 200,
  output: pageOf(AuditView),
});
