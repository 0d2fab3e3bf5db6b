import {
  confirmEmail,
  forgotPassword,
  login,
  register,
  resetPassword,
  type SessionView,
} from '@hanasu/contract/accounts';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import { passkeyOptions, passkeySignIn, secondFactor } from '@hanasu/contract/sessions';
import { listProviders, type SocialProvider, startSocialSignIn } from '@hanasu/contract/social';
import { acceptInvitation, readInvitation } from '@hanasu/contract/team';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { safeReturnTo } from '../../../shell/session/require-session.ts';
import { publishAccountSwitch, saveToken } from '../../../shell/session/session.ts';
import { administratorQuery, meQuery } from '../../../shell/shell.queries.ts';
import { startOauthSession } from './oauth-session.ts';

const KEY = 'hanasu-device';

/** What the server gave this browser at an earlier sign-in, so that somebody else's guesses do not slow it down. */
function readDevice(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage is switched off: every sign-in is that of a new device, which works as well.
    return undefined;
  }
}

function keepDevice(device: string): void {
  try {
    localStorage.setItem(KEY, device);
  } catch {
    // See above.
  }
}

export type LoginValues = EndpointInput<typeof login>['body'];
/** Here an agreement to the terms is needed; programs that register people ask them themselves. */
export type RegisterValues = EndpointInput<typeof register>['body'] & { acceptedTerms: true };
export type ResetValues = EndpointInput<typeof resetPassword>['body'];

/** Takes a new session into this browser and goes to the page that was asked for. */
export function useEnter(returnTo: string | undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return ({ jwt, expiresAt, remember, device, user }: SessionView) => {
    // The user first: the shell asks for what is missing as soon as the token is there.
    queryClient.clear();
    queryClient.setQueryData(meQuery.queryKey, user);
    keepDevice(device);
    saveToken(jwt, { expiresAt, remember });
    router.history.push(safeReturnTo(returnTo));
  };
}

export function useLogin(returnTo: string | undefined) {
  return useMutation({
    mutationFn: (values: LoginValues) => {
      const device = readDevice();
      return call(login, { body: { ...values, ...(device ? { device } : {}) } });
    },
    onSuccess: useEnter(returnTo),
    meta: { inPlace: true },
  });
}

export function useRegister(returnTo: string | undefined) {
  return useMutation({
    mutationFn: (body: RegisterValues) => call(register, { body }),
    onSuccess: useEnter(returnTo),
    meta: { inPlace: true },
  });
}

/** The second step of a sign-in that asked for one. */
export function useSecondFactor(onSession: (session: SessionView) => void) {
  return useMutation({
    mutationFn: (body: EndpointInput<typeof secondFactor>['body']) => call(secondFactor, { body }),
    onSuccess: onSession,
    meta: { inPlace: true },
  });
}

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof forgotPassword>['body']) => call(forgotPassword, { body }),
    meta: { inPlace: true },
  });

export const useResetPassword = (onSession: (session: SessionView) => void) =>
  useMutation({
    mutationFn: (body: ResetValues) => call(resetPassword, { body }),
    onSuccess: onSession,
    meta: { inPlace: true },
  });

export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof confirmEmail>['body']) => call(confirmEmail, { body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: administratorQuery.queryKey }),
      ]),
    meta: { inPlace: true },
  });
}

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }) => (await call(listProviders, { signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What lets a new person in where registration is closed. */
export type Ticket = Pick<
  EndpointInput<typeof startSocialSignIn>['body'],
  'invitation' | 'setupCode' | 'acceptedTerms'
>;

/** Leaves for the provider. */
export function useSocialSignIn(returnTo: string | undefined, ticket: Ticket = {}) {
  const { locale } = useWords();
  return useMutation({
    mutationFn: async ({ provider, remember }: { provider: SocialProvider; remember: boolean }) => {
      const back = safeReturnTo(returnTo);
      const binding = startOauthSession(provider, { intent: 'sign-in', returnTo: back });
      const body = { binding, returnTo: back, remember, locale, ...ticket };
      location.assign((await call(startSocialSignIn, { params: { provider }, body })).url);
    },
    meta: { inPlace: true },
  });
}

/** Asks the browser for a passkey and signs in with it. `autofill`: offered among the names the browser fills in. */
export async function askForPasskey(autofill: boolean, remember: () => boolean): Promise<SessionView> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { challenge, options } = await call(passkeyOptions);
  const response = await startAuthentication({
    optionsJSON: options as never,
    useBrowserAutofill: autofill,
  });
  return call(passkeySignIn, { body: { challenge, response: { ...response }, remember: remember() } });
}

export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => call(readInvitation, { body: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The session goes to the account that was joined. */
export function useAcceptInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(acceptInvitation, { body: { code } }),
    onSuccess: (user) => {
      queryClient.clear();
      queryClient.setQueryData(meQuery.queryKey, user);
      publishAccountSwitch();
    },
    meta: { inPlace: true },
  });
}
