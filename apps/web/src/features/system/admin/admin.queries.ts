import {
  adminAccounts,
  eraseAccount,
  putBackBot,
  type QueueName,
  queues,
  reportedBots,
  resumeAccount,
  retryQueue,
  suspendAccount,
  takeDownBot,
} from '@hanasu/contract/admin';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { AccountId, BotId, PostId } from '@hanasu/contract/ids';
import { putBackPost, reportedPosts, takeDownPost } from '@hanasu/contract/posts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';

const LOOK_AGAIN_MS = 10_000;

export interface AccountsFilter {
  q?: string | undefined;
  page?: number | undefined;
}

export const accountsQuery = ({ q, page = 1 }: AccountsFilter) =>
  queryOptions({
    queryKey: ['admin', 'accounts', { q, page }],
    queryFn: ({ signal }) => call(adminAccounts, { query: { page, ...(q ? { q } : {}) }, signal }),
    placeholderData: (previous) => previous,
  });

export const reportedBotsQuery = queryOptions({
  queryKey: ['admin', 'bots'],
  queryFn: ({ signal }) => call(reportedBots, { signal }),
});

export const reportedPostsQuery = (page = 1) =>
  queryOptions({
    queryKey: ['admin', 'posts', { page }],
    queryFn: ({ signal }) => call(reportedPosts, { query: { page }, signal }),
    placeholderData: (previous) => previous,
  });

export const queuesQuery = queryOptions({
  queryKey: ['admin', 'queues'],
  queryFn: ({ signal }) => call(queues, { signal }),
  refetchInterval: LOOK_AGAIN_MS,
});

/** Each act shows what it changed; `inPlace` where a dialog shows its own errors. */
function useAdminMutation<Variables, Result>(
  part: 'accounts' | 'bots' | 'posts' | 'queues',
  run: (variables: Variables) => Promise<Result>,
  meta: { inPlace?: boolean } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', part] }),
    meta,
  });
}

const IN_PLACE = { inPlace: true };

export const useSuspendAccount = () =>
  useAdminMutation('accounts', (uuid: AccountId) => call(suspendAccount, { params: { uuid } }), IN_PLACE);
export const useResumeAccount = () =>
  useAdminMutation('accounts', (uuid: AccountId) => call(resumeAccount, { params: { uuid } }));
export const useEraseAccount = (uuid: AccountId) =>
  useAdminMutation(
    'accounts',
    (body: EndpointInput<typeof eraseAccount>['body']) => call(eraseAccount, { params: { uuid }, body }),
    IN_PLACE,
  );

export const useTakeDownBot = () =>
  useAdminMutation('bots', (uuid: BotId) => call(takeDownBot, { params: { uuid } }), IN_PLACE);
export const usePutBackBot = () =>
  useAdminMutation('bots', (uuid: BotId) => call(putBackBot, { params: { uuid } }), IN_PLACE);

export const useTakeDownPost = () =>
  useAdminMutation('posts', (uuid: PostId) => call(takeDownPost, { params: { uuid } }), IN_PLACE);
export const usePutBackPost = () =>
  useAdminMutation('posts', (uuid: PostId) => call(putBackPost, { params: { uuid } }), IN_PLACE);

export const useRetryQueue = () =>
  useAdminMutation('queues', (name: QueueName) => call(retryQueue, { params: { name } }));
