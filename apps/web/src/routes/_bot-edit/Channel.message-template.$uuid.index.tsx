import type { MessageTemplateId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { TemplateEditPage } from '../../features/message-templates/TemplateEditPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Channel/message-template/$uuid/')({
  loader: () => loadWords('message-templates', 'message'),
  params: { parse: (raw) => ({ uuid: idParam<MessageTemplateId>(raw.uuid) }) },
  staticData: { bottomBar: true, crumbs: ['messageTemplates'] },
  component: TemplateEditPage,
});
