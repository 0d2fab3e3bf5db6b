import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { TagGroupId, TagId } from '@hanasu/contract/ids';
import {
  changeTag,
  changeTagGroup,
  createTagGroup,
  deleteTag,
  deleteTagGroup,
  type TagGroupView,
  type TagView,
} from '@hanasu/contract/tags';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tagGroupsQuery, tagsQuery } from '../../../entities/contact/customers.queries.ts';
import { call } from '../../../shell/api/api-client.ts';

/** Tags, groups and the customers beside whom tags stand are asked for again, also after a change that failed. */
function useTagMutation<Input, Output>(
  run: (input: Input) => Promise<Output>,
  { inPlace }: { inPlace: boolean },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: tagGroupsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['customers'] }),
      ]),
    meta: { inPlace },
  });
}

interface TagChange {
  readonly uuid: TagId;
  readonly body: EndpointInput<typeof changeTag>['body'];
}
const change = ({ uuid, body }: TagChange) => call(changeTag, { params: { uuid }, body });

export const useChangeTag = () => useTagMutation(change, { inPlace: true });
/** From a menu: the toast of the shell tells what went wrong. */
export const useArchiveTag = () => useTagMutation(change, { inPlace: false });
export const useDeleteTag = () =>
  useTagMutation(
    ({ uuid, into }: { uuid: TagId; into?: TagId }) =>
      call(deleteTag, { params: { uuid }, query: into ? { into } : {} }),
    { inPlace: true },
  );
export const useSaveGroup = () =>
  useTagMutation(
    ({
      uuid,
      body,
    }: {
      uuid: TagGroupId | null;
      body: EndpointInput<typeof createTagGroup>['body'];
    }): Promise<TagGroupView> =>
      uuid ? call(changeTagGroup, { params: { uuid }, body }) : call(createTagGroup, { body }),
    { inPlace: true },
  );
export const useDeleteGroup = () =>
  useTagMutation((uuid: TagGroupId) => call(deleteTagGroup, { params: { uuid } }), { inPlace: true });

type Place<Item> = readonly { readonly item: Item; readonly position: number }[];
export const usePlaceTags = () =>
  useTagMutation(
    async (places: Place<TagView>) => {
      for (const { item, position } of places) await change({ uuid: item.uuid, body: { position } });
    },
    { inPlace: false },
  );
export const usePlaceGroups = () =>
  useTagMutation(
    async (places: Place<TagGroupView>) => {
      for (const { item, position } of places)
        await call(changeTagGroup, { params: { uuid: item.uuid }, body: { position } });
    },
    { inPlace: false },
  );
