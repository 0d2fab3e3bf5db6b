import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { PostId } from '@hanasu/contract/ids';
import {
  changePost,
  changePostSite,
  createPost,
  deletePost,
  getPost,
  getPostSite,
  listPosts,
  listPostVersions,
  type PostState,
  type PostWithDraft,
  publishPost,
  retractPost,
  schedulePost,
  unschedulePost,
} from '@hanasu/contract/posts';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

export const POSTS_PAGE_SIZE = 50;
const LISTS = ['posts', 'list'] as const;
/** A fetch fails while the browser is offline; by default it would wait for the connection without a word. */
const FETCHED_OFFLINE = { networkMode: 'always', refetchOnReconnect: true } as const;
const versionsKey = (uuid: PostId) => ['posts', 'versions', uuid] as const;

export interface PostFilter {
  readonly q?: string | undefined;
  readonly page?: number | undefined;
  readonly state?: PostState | undefined;
  readonly tag?: string | undefined;
}

export const postListQuery = ({ q, page = 1, state, tag }: PostFilter) =>
  queryOptions({
    queryKey: [...LISTS, { q, page, state, tag }],
    queryFn: ({ signal }) =>
      call(listPosts, {
        query: {
          page,
          pageSize: POSTS_PAGE_SIZE,
          ...(q && { q }),
          ...(state && { state }),
          ...(tag && { tag }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...FETCHED_OFFLINE,
  });

/** Names of all tags, to choose from. */
export const postTagsQuery = queryOptions({
  queryKey: ['posts', 'tags'],
  queryFn: ({ signal }) => call(listPosts, { query: { pageSize: 1 }, signal }),
  select: ({ tags }) => tags.map(({ name }) => name),
  staleTime: 300_000,
});

export const postQuery = (uuid: PostId) =>
  queryOptions({
    queryKey: ['posts', 'one', uuid],
    queryFn: ({ signal }) => call(getPost, { params: { uuid }, signal }),
    ...FETCHED_OFFLINE,
  });

export const postVersionsQuery = (uuid: PostId, page: number) =>
  queryOptions({
    queryKey: [...versionsKey(uuid), page],
    queryFn: ({ signal }) => call(listPostVersions, { params: { uuid }, query: { page }, signal }),
    placeholderData: keepPreviousData,
    ...FETCHED_OFFLINE,
  });

export const postSiteQuery = queryOptions({
  queryKey: ['posts', 'site'],
  queryFn: ({ signal }) => call(getPostSite, { signal }),
  ...FETCHED_OFFLINE,
});

/** Puts an answer of the server where every view of the post reads it. */
export function keepPost(queryClient: QueryClient, post: PostWithDraft): void {
  queryClient.setQueryData(postQuery(post.uuid).queryKey, post);
  void queryClient.invalidateQueries({ queryKey: LISTS });
  void queryClient.invalidateQueries({ queryKey: versionsKey(post.uuid) });
}

interface PostMutationOptions {
  /** The toast of the shell shows an error; else the view that asked does. */
  readonly withToast?: boolean;
}

function usePostMutation<Input>(
  run: (input: Input) => Promise<PostWithDraft>,
  { withToast = false }: PostMutationOptions = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (post) => keepPost(queryClient, post),
    meta: { inPlace: !withToast },
  });
}

export const useCreatePost = () =>
  usePostMutation((body: EndpointInput<typeof createPost>['body']) => call(createPost, { body }), {
    withToast: true,
  });

type PostChange = EndpointInput<typeof changePost>['body'];
export const sendPostChange = (uuid: PostId, body: PostChange): Promise<PostWithDraft> =>
  call(changePost, { params: { uuid }, body });

export const usePublishPost = (uuid: PostId) =>
  usePostMutation((revision: number) => call(publishPost, { params: { uuid }, body: { revision } }));
export const useSchedulePost = (uuid: PostId) =>
  usePostMutation((at: string) => call(schedulePost, { params: { uuid }, body: { at } }));
export const useChooseKnowledge = (uuid: PostId) =>
  usePostMutation((body: PostChange) => sendPostChange(uuid, body), { withToast: true });
export const useUnschedulePost = (uuid: PostId) =>
  usePostMutation(() => call(unschedulePost, { params: { uuid } }), { withToast: true });
export const useRetractPost = (uuid: PostId) =>
  usePostMutation(() => call(retractPost, { params: { uuid } }));

export function useDeletePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: PostId) => call(deletePost, { params: { uuid } }),
    onSuccess: (_, uuid) => {
      queryClient.removeQueries({ queryKey: postQuery(uuid).queryKey });
      void queryClient.invalidateQueries({ queryKey: LISTS });
    },
    meta: { inPlace: true },
  });
}

export function useChangePostSite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof changePostSite>['body']) => call(changePostSite, { body }),
    onSuccess: (site) => {
      queryClient.setQueryData(postSiteQuery.queryKey, site);
      // Addresses of posts begin with the one of the page.
      void queryClient.invalidateQueries({ queryKey: ['posts'] });
    },
    meta: { inPlace: true },
  });
}
