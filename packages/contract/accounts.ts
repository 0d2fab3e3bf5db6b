import { z } from 'zod';
import { HexColor } from './colors.ts';
import { endpoint } from './endpoint.ts';
import { AccountId, UserId } from './ids.ts';
import { Time } from './page.ts';
import { AcceptedTerms } from './terms.ts';

export const LOCALES = ['en', 'ja', 'vi'] as const;
export const Locale = z.enum(LOCALES);
export type Locale = z.infer<typeof Locale>;

export const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;

/** An IANA time zone name that this runtime knows, like `Asia/Tokyo`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
    } catch {
      return false;
    }
  }, 'not a time zone name');

export const Username = z
  .string()
  .trim()
  .normalize('NFC')
  // Japanese names are often two characters long.
  .min(2)
  .max(40)
  .regex(/^[\p{L}\p{N}._-]+$/u, 'letters, digits, dot, dash and underscore only');
export const DisplayName = z.string().trim().normalize('NFC').min(1).max(60);
/** Name of the shop or company: in mails, on pages for customers, in the sidebar. */
export const AccountName = z.string().trim().normalize('NFC').min(1).max(80);
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
/** A secret that came in a link or from a page: opaque to everybody but the server. */
export const OneTimeCode = z.string().min(1).max(200);

export const RegisterInput = z
  .object({
    /** For signing in instead of the address; made of the name of the person or the account when it is absent. */
    username: Username.optional(),
    /** Name of the person for other members; absent: the user name, or else the name of the account. */
    displayName: DisplayName.optional(),
    /** Name of the new account; absent: the name of the person. Without meaning for those who were invited. */
    accountName: AccountName.optional(),
    email: Email,
    password: NewPassword,
    locale: Locale.optional(),
    timeZone: TimeZone.optional(),
    /** Stay signed in on this browser for weeks instead of a day. */
    remember: z.boolean().optional(),
    /** Code of an invitation: joins that account instead of making one. */
    invitation: OneTimeCode.optional(),
    /** From the log of the server, for the first account of an installation that is closed otherwise. */
    setupCode: OneTimeCode.optional(),
    /** Agrees to the terms and the privacy policy of whoever runs the installation; the page does not register without. */
    acceptedTerms: AcceptedTerms.optional(),
  })
  .strict();

export const LoginInput = z
  .object({
    identifier: z.string().trim().min(1).max(254),
    password: z.string().min(1).max(PASSWORD_MAX),
    remember: z.boolean().optional(),
    /** `device` of an earlier sign-in here: a known device is not slowed down by somebody else's guesses. */
    device: z.string().max(600).optional(),
  })
  .strict();

/** Names of what somebody found in an account that another person had made with their address. */
export const FoundContent = z.object({
  bots: z.array(z.string()),
  channels: z.array(z.string()),
  tools: z.array(z.string()),
});
export type FoundContent = z.infer<typeof FoundContent>;

export const UserView = z
  .object({
    uuid: UserId,
    username: z.string(),
    displayName: z.string(),
    /** Null: signed up with a provider that gave none. */
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    /** A new address that has not been confirmed yet. */
    pendingEmail: z.string().nullable(),
    locale: Locale,
    timeZone: z.string(),
    hasPassword: z.boolean(),
    secondFactor: z.boolean(),
    role: Role,
    account: z.object({
      uuid: AccountId,
      name: z.string(),
      timeZone: z.string(),
      /** Stands on pages that customers see. */
      logo: z.object({ url: z.string() }).nullable(),
      /** Of menus, cards, forms and web chats that have none of their own. */
      color: HexColor.nullable(),
    }),
    createdAt: Time,
    /** When this person and their accounts will be erased; null unless asked for. */
    deleteAt: Time.nullable(),
    /** Set when the address was proven by somebody who did not know the password, until they have read it. */
    foundContent: FoundContent.nullable(),
    /** Present with `populate=avatar`. */
    avatar: z.object({ url: z.string() }).nullable().optional(),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof UserView>;

/** `jwt` is the bearer token; the browser keeps it in the cookie named `jwt` until `expiresAt`. */
export const SessionView = z.object({
  jwt: z.string(),
  expiresAt: Time,
  /** Was asked to be remembered: the cookie outlives the browser's day. */
  remember: z.boolean(),
  /** Kept by the browser and sent with the next sign-in; names no secret of the person. */
  device: z.string(),
  user: UserView,
});
export type SessionView = z.infer<typeof SessionView>;

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/local/register',
  summary: 'Register: creates a person and their account',
  tag: 'accounts',
  access: 'public',
  body: RegisterInput,
  status: 200,
  output: SessionView,
  errors: [
    'username_taken',
    'password_too_common',
    'code_invalid',
    'registration_closed',
    'registration_code_needed',
    'rate_limited',
  ],
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/local',
  summary: 'Sign in by e-mail or user name; 401 second_factor_required carries a `challenge`',
  tag: 'accounts',
  access: 'public',
  body: LoginInput,
  status: 200,
  output: SessionView,
  errors: ['wrong_credentials', 'second_factor_required', 'too_many_tries', 'rate_limited'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out: revokes this session',
  tag: 'accounts',
  access: 'viewer',
  status: 204,
});

export const me = endpoint({
  method: 'GET',
  path: '/api/users/me',
  summary: 'The signed-in person',
  tag: 'accounts',
  access: 'viewer',
  query: z.object({ populate: z.literal('avatar').optional() }),
  status: 200,
  output: UserView,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mails a link to choose a new password; answers the same for every address',
  tag: 'accounts',
  access: 'public',
  body: z.object({ email: Email }).strict(),
  status: 200,
  output: z.object({ ok: z.literal(true) }),
  errors: ['rate_limited'],
});

export const ResetPasswordInput = z
  .object({ code: OneTimeCode, password: NewPassword, passwordConfirmation: z.string().max(PASSWORD_MAX) })
  .strict()
  .refine((input) => input.password === input.passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'the two passwords differ',
  });

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Chooses a new password with the code of a mail; ends every other session',
  tag: 'accounts',
  access: 'public',
  body: ResetPasswordInput,
  status: 200,
  output: SessionView,
  errors: ['code_invalid', 'password_too_common', 'second_factor_required', 'rate_limited'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary:
    'Confirms an address with the code of a mail. Without a session of that person and without the password, a new account is taken over: all earlier sessions, keys, web hooks, invitations, members and ways to sign in end, and `passwordCode` is for choosing a password',
  tag: 'accounts',
  access: 'public',
  body: z
    .object({
      code: OneTimeCode,
      password: z.string().min(1).max(PASSWORD_MAX).optional(),
      /** False: `proof_needed` instead of taking the account over. */
      takeOver: z.boolean().optional(),
    })
    .strict(),
  status: 200,
  output: z.object({
    email: z.string(),
    username: z.string(),
    /** Of the account they own, or else their own. */
    name: z.string(),
    passwordCode: z.string().nullable(),
  }),
  errors: ['code_invalid', 'wrong_password', 'proof_needed', 'too_many_tries', 'rate_limited'],
});

export const administrator = endpoint({
  method: 'GET',
  path: '/api/user/administrator',
  summary: 'Whether this person is an administrator of the installation',
  tag: 'accounts',
  access: 'viewer',
  status: 200,
  output: z.object({ isAdministrator: z.boolean() }),
});

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/send-confirmation',
  summary: 'Mails the link that confirms the address again',
  tag: 'accounts',
  access: 'viewer',
  status: 204,
  errors: ['email_already_confirmed', 'rate_limited'],
});

export const UpdateAccountInput = z
  .object({
    username: Username.optional(),
    displayName: DisplayName.optional(),
    locale: Locale.optional(),
    timeZone: TimeZone.optional(),
    /** Takes effect when the link mailed to it has been followed. */
    email: Email.optional(),
    password: NewPassword.optional(),
    /** Needed for a new password or address by who has a password. */
    currentPassword: z.string().min(1).max(PASSWORD_MAX).optional(),
    /** Takes the picture away; a new one goes to `/api/user/avatar`. */
    avatar: z.null().optional(),
    /** The list of what was found has been read. */
    foundContent: z.null().optional(),
  })
  .strict();

export const updateAccount = endpoint({
  method: 'PUT',
  path: '/api/user/update-account',
  summary: 'Changes the profile, the password (ends the other sessions) or the address (after confirmation)',
  tag: 'accounts',
  access: 'viewer',
  body: UpdateAccountInput,
  status: 200,
  output: UserView,
  errors: ['username_taken', 'wrong_password', 'password_too_common', 'too_many_tries'],
});

export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/api/user/avatar',
  summary: 'Sets the picture: multipart field `file`, PNG, JPEG or WebP, at most 5 MB',
  tag: 'accounts',
  access: 'viewer',
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 200,
  output: UserView,
  errors: ['file_missing', 'file_empty', 'file_too_large', 'image_invalid', 'unsupported_content_type'],
});
