import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { MessageTemplateId } from '@hanasu/contract/ids';
import {
  changeMessageTemplate,
  createMessageTemplate,
  deleteMessageTemplate,
  getMessageTemplate,
  listMessageTemplates,
  listMessageTemplateVersions,
  type MessageTemplateView,
} from '@hanasu/contract/message-templates';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { everyPage } from '../contact/customers.queries.ts';

const KEY = ['message-templates'] as const;

/** Every message template, the last changed first. */
export const messageTemplatesQuery = queryOptions({
  queryKey: [...KEY, 'all'],
  queryFn: ({ signal }) =>
    everyPage((page) => call(listMessageTemplates, { query: { page, pageSize: PAGE_SIZE_MAX }, signal })),
});

export const messageTemplateQuery = (uuid: MessageTemplateId) =>
  queryOptions({
    queryKey: [...KEY, 'one', uuid],
    queryFn: ({ signal }) => call(getMessageTemplate, { params: { uuid }, signal }),
  });

/** The newest first. */
export const templateVersionsQuery = (uuid: MessageTemplateId) =>
  queryOptions({
    queryKey: [...KEY, 'versions', uuid],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(listMessageTemplateVersions, {
          params: { uuid },
          query: { page, pageSize: PAGE_SIZE_MAX },
          signal,
        }),
      ),
  });

function keepTemplate(queryClient: QueryClient, template: MessageTemplateView): void {
  queryClient.setQueryData(messageTemplateQuery(template.uuid).queryKey, template);
  void queryClient.invalidateQueries({ queryKey: messageTemplatesQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: templateVersionsQuery(template.uuid).queryKey });
}

function useTemplateMutation<Input>(run: (input: Input) => Promise<MessageTemplateView>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (template) => keepTemplate(queryClient, template),
    meta: { inPlace: true },
  });
}
export const useCreateTemplate = () =>
  useTemplateMutation((body: EndpointInput<typeof createMessageTemplate>['body']) =>
    call(createMessageTemplate, { body }),
  );

interface TemplateChange {
  readonly uuid: MessageTemplateId;
  readonly body: EndpointInput<typeof changeMessageTemplate>['body'];
}
/** Refuses with `message_template_changed` who has not seen the last version. */
export const useChangeTemplate = () =>
  useTemplateMutation(({ uuid, body }: TemplateChange) =>
    call(changeMessageTemplate, { params: { uuid }, body }),
  );

export function useDeleteTemplate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: MessageTemplateId) => call(deleteMessageTemplate, { params: { uuid } }),
    onSuccess: (_, uuid) => {
      queryClient.removeQueries({ queryKey: messageTemplateQuery(uuid).queryKey });
      void queryClient.invalidateQueries({ queryKey: messageTemplatesQuery.queryKey });
    },
    meta: { inPlace: true },
  });
}
