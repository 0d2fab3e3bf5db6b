import type { EndpointInput } from '@hanasu/contract/endpoint';
import {
  createGroup,
  deleteGroup,
  type GroupView,
  getGroup,
  listGroups,
  testGroup,
  updateGroup,
} from '@hanasu/contract/groups';
import type { GroupId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

/** Groups, newest first; one full page, for cards and choices. */
export const groupsQuery = (q?: string) =>
  queryOptions({
    queryKey: ['groups', 'list', q ?? ''],
    queryFn: ({ signal }) =>
      call(listGroups, { query: { pageSize: PAGE_SIZE_MAX, ...(q ? { q } : {}) }, signal }),
    placeholderData: (previous) => previous,
  });

export const groupQuery = (uuid: GroupId) =>
  queryOptions({
    queryKey: ['groups', 'one', uuid],
    queryFn: ({ signal }) => call(getGroup, { params: { uuid }, signal }),
  });

function useGroupMutation<Variables>(run: (variables: Variables) => Promise<GroupView>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (group) => {
      queryClient.setQueryData(groupQuery(group.uuid).queryKey, group);
      void queryClient.invalidateQueries({ queryKey: ['groups', 'list'] });
    },
    meta: { inPlace: true },
  });
}

export const useCreateGroup = () =>
  useGroupMutation((body: EndpointInput<typeof createGroup>['body']) => call(createGroup, { body }));

export const useUpdateGroup = (uuid: GroupId) =>
  useGroupMutation((body: EndpointInput<typeof updateGroup>['body']) =>
    call(updateGroup, { params: { uuid }, body }),
  );

export function useDeleteGroup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: GroupId) => call(deleteGroup, { params: { uuid } }),
    onSuccess: (_, uuid) => {
      queryClient.removeQueries({ queryKey: groupQuery(uuid).queryKey });
      void queryClient.invalidateQueries();
    },
    meta: { inPlace: true },
  });
}

export function useTestGroup(uuid: GroupId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof testGroup>['body']) =>
      call(testGroup, { params: { uuid }, body }),
    onSuccess: ({ tokens }) => {
      if (tokens > 0) void queryClient.invalidateQueries({ queryKey: ['tokens'] });
    },
    meta: { inPlace: true },
  });
}
