import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AccountId, UserId } from './ids.ts';
import { Time } from './page.ts';

export const LOCALES = ['en', 'ja', 'vi'] as const;
export const Locale = z.enum(LOCALES);
export type Locale = z.infer<typeof Locale>;

export const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;

export const RegisterInput = z
  .object({
    username: z
      .string()
      .trim()
      .normalize('NFC')
      // Japanese names are often two characters long.
      .min(2)
      .max(40)
      .regex(/^[\p{L}\p{N}._-]+$/u, 'letters, digits, dot, dash and underscore only'),
    email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
    password: z.string().min(PASSWORD_MIN).max(PASSWORD_MAX),
    locale: Locale.optional(),
  })
  .strict();

export const LoginInput = z
  .object({ identifier: z.string().trim().min(1).max(254), password: z.string().min(1).max(PASSWORD_MAX) })
  .strict();

export const UserView = z
  .object({
    uuid: UserId,
    username: z.string(),
    email: z.string(),
    locale: Locale,
    role: Role,
    account: z.object({ uuid: AccountId, name: z.string() }),
    createdAt: Time,
    /** Present with `populate=avatar`. */
    avatar: z.object({ url: z.string() }).nullable().optional(),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof UserView>;

/** `jwt` is the bearer token; the browser keeps it in the cookie named `jwt`. */
export const SessionView = z.object({ jwt: z.string(), user: UserView });

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/local/register',
  summary: 'Register: creates a person and their account',
  tag: 'accounts',
  access: 'public',
  body: RegisterInput,
  status: 200,
  output: SessionView,
  errors: ['email_taken', 'username_taken', 'rate_limited'],
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/local',
  summary: 'Sign in by e-mail or user name',
  tag: 'accounts',
  access: 'public',
  body: LoginInput,
  status: 200,
  output: SessionView,
  errors: ['wrong_credentials', 'rate_limited'],
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
