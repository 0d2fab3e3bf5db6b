import { type UserView, updateAccount, uploadAvatar } from '@hanasu/contract/accounts';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { PasskeyId, SessionId } from '@hanasu/contract/ids';
import {
  confirmSecondFactor,
  createPasskey,
  deletePasskey,
  disableSecondFactor,
  getSecondFactor,
  listPasskeys,
  listSessions,
  newPasskeyOptions,
  renewRecoveryCodes,
  revokeOtherSessions,
  revokeSession,
  startSecondFactor,
} from '@hanasu/contract/sessions';
import { listIdentities, listProviders, type SocialProvider, unlinkIdentity } from '@hanasu/contract/social';
import { changeAccount, uploadLogo } from '@hanasu/contract/team';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, upload } from '../../../shell/api/api-client.ts';
import { meQuery } from '../../../shell/shell.queries.ts';

export type AccountChanges = EndpointInput<typeof updateAccount>['body'];

function useShowUser() {
  const queryClient = useQueryClient();
  return (user: UserView) => {
    queryClient.setQueryData(meQuery.queryKey, user);
    void queryClient.invalidateQueries({ queryKey: ['team'] });
  };
}

export const useUpdateAccount = () =>
  useMutation({
    mutationFn: (body: AccountChanges) => call(updateAccount, { body }),
    onSuccess: useShowUser(),
    meta: { inPlace: true },
  });

export const useUploadAvatar = () =>
  useMutation({
    mutationFn: (file: File) => upload(uploadAvatar, { file }),
    onSuccess: useShowUser(),
    meta: { inPlace: true },
  });

export const useUploadLogo = () =>
  useMutation({
    mutationFn: (file: File) => upload(uploadLogo, { file }),
    onSuccess: useShowUser(),
    meta: { inPlace: true },
  });

export const useRemoveLogo = () =>
  useMutation({
    mutationFn: () => call(changeAccount, { body: { logo: null } }),
    onSuccess: useShowUser(),
    meta: { inPlace: true },
  });

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
});

export function useRevokeSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: SessionId) => call(revokeSession, { params: { uuid } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useRevokeOthers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(revokeOtherSessions),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
});

export const useStartSecondFactor = () =>
  useMutation({
    mutationFn: (password: string | undefined) => call(startSecondFactor, { body: proofOf(password) }),
    meta: { inPlace: true },
  });

/** What needs a code of the app: switching it on or off, and new recovery codes. */
export function useFactorCode(action: 'confirm' | 'renew' | 'disable') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (code: string): Promise<readonly string[]> => {
      const body = { code };
      if (action === 'confirm') return (await call(confirmSecondFactor, { body })).recoveryCodes;
      if (action === 'renew') return (await call(renewRecoveryCodes, { body })).recoveryCodes;
      await call(disableSecondFactor, { body });
      return [];
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    meta: { inPlace: true },
  });
}

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
});

/** The browser asks the person; leaving that question rejects with `NotAllowedError`. */
export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string | undefined }) => {
      const { challenge, options } = await call(newPasskeyOptions, { body: proofOf(password) });
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON: options as never });
      return call(createPasskey, { body: { challenge, name, response: { ...response } } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
    meta: { inPlace: true },
  });
}

export function useDeletePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: PasskeyId) => call(deletePasskey, { params: { uuid } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'],
  queryFn: async ({ signal }) => {
    const [identities, providers] = await Promise.all([
      call(listIdentities, { signal }),
      call(listProviders, { signal }),
    ]);
    return { identities: identities.items, providers: providers.items };
  },
});

export function useUnlinkIdentity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (provider: SocialProvider) => call(unlinkIdentity, { params: { provider } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  });
}

const proofOf = (password: string | undefined) => (password ? { password } : {});
