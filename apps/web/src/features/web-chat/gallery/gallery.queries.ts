import type { EndpointInput } from '@hanasu/contract/endpoint';
import {
  chatWithPublicBot,
  deleteListing,
  deleteListingCover,
  getListing,
  getPublicBot,
  type ListingView,
  listPublicBots,
  reportPublicBot,
  saveListing,
  setListingCover,
  usePublicBot as useAsTemplate,
} from '@hanasu/contract/gallery';
import type { BotId } from '@hanasu/contract/ids';
import { VisitorAnswer, VisitorStart } from '@hanasu/contract/visitors';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, upload } from '../../../shell/api/api-client.ts';
import { ApiError } from '../../../shell/api/api-error.ts';
import { stream } from '../../../shell/api/stream.ts';

const GALLERY_PAGE_SIZE = 24;
export type GalleryFilter = EndpointInput<typeof listPublicBots>['query'];

export const galleryQuery = (filter: GalleryFilter) =>
  queryOptions({
    queryKey: ['gallery', 'list', filter],
    queryFn: ({ signal }) =>
      call(listPublicBots, { query: { pageSize: GALLERY_PAGE_SIZE, ...filter }, signal }),
    placeholderData: (previous) => previous,
  });

export const galleryBotQuery = (slug: string) =>
  queryOptions({
    queryKey: ['gallery', 'one', slug],
    queryFn: ({ signal }) => call(getPublicBot, { params: { slug }, signal }),
    retry: false,
  });

export const listingQuery = (uuid: BotId) =>
  queryOptions({
    queryKey: ['gallery', 'listing', uuid],
    queryFn: ({ signal }) => call(getListing, { params: { uuid }, signal }),
  });

function useListingMutation<Variables>(
  uuid: BotId,
  run: (variables: Variables) => Promise<ListingView | undefined>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (listing) => {
      queryClient.setQueryData(listingQuery(uuid).queryKey, { listing: listing ?? null });
      void queryClient.invalidateQueries({ queryKey: ['gallery'] });
    },
    meta: { inPlace: true },
  });
}

export const useSaveListing = (uuid: BotId) =>
  useListingMutation(uuid, (body: EndpointInput<typeof saveListing>['body']) =>
    call(saveListing, { params: { uuid }, body }),
  );
export const useDeleteListing = (uuid: BotId) =>
  useListingMutation(uuid, () => call(deleteListing, { params: { uuid } }));
export const useSetCover = (uuid: BotId) =>
  useListingMutation(uuid, (file: File) => upload(setListingCover, { params: { uuid }, file }));
export const useDeleteCover = (uuid: BotId) =>
  useListingMutation(uuid, () => call(deleteListingCover, { params: { uuid } }));

export const useReport = (slug: string) =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof reportPublicBot>['body']) =>
      call(reportPublicBot, { params: { slug }, body }),
    meta: { inPlace: true },
  });

export function useCopyTemplate(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(useAsTemplate, { params: { slug } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['bots'] }),
  });
}

/** The parts of the stream that a visitor gets; others are skipped. */
const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), messageMetadata: VisitorStart }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('data-answer'), data: VisitorAnswer }),
  z.object({ type: z.literal('error') }),
]);
export type PublicPart = z.output<typeof Part>;

/** Asks a public bot and yields its answer as it is written. Throws `ApiError`. */
export async function* askPublicBot(
  slug: string,
  body: EndpointInput<typeof chatWithPublicBot>['body'],
  signal: AbortSignal,
): AsyncGenerator<PublicPart, void> {
  for await (const raw of stream(chatWithPublicBot, { params: { slug }, body, signal })) {
    const { data } = Part.safeParse(raw);
    if (data?.type === 'error') throw new ApiError({ code: 'model_failed' });
    if (data) yield data;
  }
}
