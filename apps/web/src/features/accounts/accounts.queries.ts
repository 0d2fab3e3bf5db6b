import { login, register } from '@hanasu/contract/accounts';
import type { EndpointInput, EndpointOutput } from '@hanasu/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../shell/api-client.ts';
import { safeReturnTo } from '../../shell/require-session.ts';
import { saveToken } from '../../shell/session.ts';
import { meQuery } from '../../shell/shell.queries.ts';

export type LoginValues = EndpointInput<typeof login>['body'];
export type RegisterValues = EndpointInput<typeof register>['body'];

function useEnter(returnTo: string | undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async ({ jwt, user }: EndpointOutput<typeof login>) => {
    saveToken(jwt);
    queryClient.clear();
    queryClient.setQueryData(meQuery.queryKey, user);
    router.history.push(safeReturnTo(returnTo));
  };
}

export function useLogin(returnTo: string | undefined) {
  return useMutation({
    mutationFn: (body: LoginValues) => call(login, { body }),
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
