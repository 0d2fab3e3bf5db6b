import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { InvitationId, UserId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import {
  type BelongingsChoice,
  changeAccount,
  changeMember,
  createInvitation,
  deleteInvitation,
  type GivenRole,
  listAudit,
  listBelongings,
  listInvitations,
  listMembers,
  removeMember,
  resendInvitation,
  transferOwnership,
} from '@hanasu/contract/team';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';
import { meQuery } from '../../../shell/shell.queries.ts';

const MEMBERS_KEY = ['team', 'members'] as const;
const INVITATIONS_KEY = ['team', 'invitations'] as const;
export const AUDIT_PAGE_SIZE = 30;

export const membersQuery = queryOptions({
  queryKey: MEMBERS_KEY,
  queryFn: ({ signal }) => call(listMembers, { query: { pageSize: PAGE_SIZE_MAX }, signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: INVITATIONS_KEY,
  queryFn: ({ signal }) => call(listInvitations, { signal }),
});

export type AuditFilter = Pick<
  EndpointInput<typeof listAudit>['query'],
  'q' | 'page' | 'userUuid' | 'from' | 'to'
>;

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['team', 'audit', filter],
    queryFn: ({ signal }) => call(listAudit, { query: { pageSize: AUDIT_PAGE_SIZE, ...filter }, signal }),
    placeholderData: (previous) => previous,
  });

function useTeamMutation<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['team'] }),
    meta: { inPlace: true },
  });
}

export const useInvite = () =>
  useTeamMutation((body: EndpointInput<typeof createInvitation>['body']) => call(createInvitation, { body }));

export const useResendInvitation = () =>
  useTeamMutation((uuid: InvitationId) => call(resendInvitation, { params: { uuid } }));

export const useDeleteInvitation = () =>
  useTeamMutation((uuid: InvitationId) => call(deleteInvitation, { params: { uuid } }));

export const useChangeMember = () =>
  useTeamMutation(({ uuid, role }: { uuid: UserId; role: GivenRole }) =>
    call(changeMember, { params: { uuid }, body: { role } }),
  );

export const useRemoveMember = () =>
  useTeamMutation(({ uuid, ...query }: { uuid: UserId } & Partial<BelongingsChoice>) =>
    call(removeMember, { params: { uuid }, query }),
  );

export const belongingsQuery = (uuid: UserId) =>
  queryOptions({
    queryKey: ['team', 'belongings', uuid],
    queryFn: ({ signal }) => call(listBelongings, { params: { uuid }, signal }),
    gcTime: 0,
  });

export function useTransferOwnership() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof transferOwnership>['body']) => call(transferOwnership, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['team'] });
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    meta: { inPlace: true },
  });
}

export function useChangeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof changeAccount>['body']) => call(changeAccount, { body }),
    onSuccess: (user) => {
      queryClient.setQueryData(meQuery.queryKey, user);
      void queryClient.invalidateQueries({ queryKey: ['accounts'] });
    },
    meta: { inPlace: true },
  });
}
