import type { Action, ActionRuleView, RuleTrigger } from '@hanasu/contract/actions';
import type { RichMenuView } from '@hanasu/contract/rich-menus';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { customerFieldsQuery, ownersQuery, tagsQuery } from '../../../entities/contact/customers.queries.ts';
import { formsQuery } from '../../../entities/form/forms.queries.ts';
import { messageTemplatesQuery } from '../../../entities/message/templates.queries.ts';
import { allMenusQuery, isPublished } from '../../../entities/rich-menu/rich-menus.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useNameOptions } from '../../../shell/name-options.ts';
import { hooksQuery } from './rules.queries.ts';

/** What rules speak of, by name, and rules in words. */
export function useRuleWords() {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const { data: tags = [] } = useQuery(tagsQuery);
  const { data: channels } = useQuery(channelsQuery);
  const { data: fields = [] } = useQuery(customerFieldsQuery);
  const { data: owners = [] } = useQuery(ownersQuery);
  const { data: hooks } = useQuery(hooksQuery);
  const { data: forms = [] } = useQuery(formsQuery);
  const { data: menus = [] } = useQuery(allMenusQuery);
  const { data: templates = [] } = useQuery(messageTemplatesQuery);
  const gone = t('actionRules.gone');
  const tagName = (id: string) => tags.find(({ uuid }) => uuid === id)?.name ?? gone;
  const channelName = (id: string) => channels?.items.find(({ uuid }) => uuid === id)?.name ?? gone;
  const formName = (id: string) => forms.find(({ uuid }) => uuid === id)?.name ?? gone;
  const menuName = (id: string) => menus.find(({ uuid }) => uuid === id)?.name ?? gone;
  const memberName = (id: string) => owners.find(({ uuid }) => uuid === id)?.name ?? gone;
  const hookName = (id: string) => {
    const hook = hooks?.items.find(({ uuid }) => uuid === id);
    return hook ? hook.description || (URL.parse(hook.url)?.host ?? hook.url) : gone;
  };

  const isOneChannel = new Set(menus.map(({ channelUuid }) => channelUuid)).size < 2;
  /** Menus of two channels may have the same name. */
  const menuOption = ({ uuid, name, channelUuid }: RichMenuView) => ({
    value: uuid as string,
    label: isOneChannel ? name : t('actionRules.narrowed', { what: channelName(channelUuid), of: name }),
  });

  function triggerWords(trigger: RuleTrigger): string {
    const what = t(`actionRules.triggers.${trigger.kind}`);
    const of = narrowed(trigger);
    return of === null ? what : t('actionRules.narrowed', { what, of });
  }
  function narrowed(trigger: RuleTrigger): string | null {
    if ('tagUuid' in trigger && trigger.tagUuid) return tagName(trigger.tagUuid);
    if ('menuUuid' in trigger && trigger.menuUuid) return menuName(trigger.menuUuid);
    if ('formUuid' in trigger && trigger.formUuid) return formName(trigger.formUuid);
    return 'channelUuid' in trigger && trigger.channelUuid ? channelName(trigger.channelUuid) : null;
  }
  function objectOf(action: Action): string {
    switch (action.kind) {
      case 'tag':
      case 'untag':
        return tagName(action.tagUuid);
      case 'field':
        return fields.find(({ uuid }) => uuid === action.fieldUuid)?.label ?? gone;
      case 'owner':
        return action.ownerUuid === null ? t('actionRules.nobody') : memberName(action.ownerUuid);
      case 'handling':
        return t(`actionRules.handlings.${action.handling}`);
      case 'assign':
        if (action.to === 'next') return t('actionRules.next');
        return action.to === 'nobody' ? t('actionRules.nobody') : memberName(action.to);
      case 'notify':
        return action.userUuid === null ? t('actionRules.everyone') : memberName(action.userUuid);
      case 'webHook':
        return hookName(action.hookUuid);
      case 'sendMessage':
        return templates.find(({ uuid }) => uuid === action.templateUuid)?.name ?? gone;
      case 'sendForm':
        return formName(action.formUuid);
      case 'switchMenu':
        return action.menuUuid === null ? t('actionRules.menuOfList') : menuName(action.menuUuid);
      default:
        return action satisfies never;
    }
  }
  const actionWords = (action: ActionRuleView['actions'][number]): string =>
    action.kind === 'unreadable'
      ? t('contact.rules.reasons.unknown')
      : t('actionRules.narrowed', { what: t(`actionRules.actions.${action.kind}`), of: objectOf(action) });
  const whoWords = ({
    segment,
    definition,
  }: Pick<ActionRuleView, 'segment' | 'definition'>): string | null => {
    if (segment) return t('actionRules.ofSegment', { name: segment.name });
    return definition ? t('actionRules.ofConditions') : null;
  };
  const problemWords = (problem: ActionRuleView['problems'][number]): string => {
    if (problem.part === 'segment') return t('actionRules.brokenSegment');
    const reason = t(`contact.rules.reasons.${problem.reason}`);
    if (problem.part === 'trigger') return t('actionRules.brokenTrigger', { reason });
    return t('actionRules.brokenAction', { number: problem.index + 1, reason });
  };
  return {
    triggerWords,
    actionWords,
    whoWords,
    problemWords,
    offers: {
      tags: tags
        .filter(({ archivedAt }) => archivedAt === null)
        .map(({ uuid, name }) => ({ value: uuid, label: name })),
      channels: nameOptions(channels?.items ?? []),
      forms: nameOptions(forms),
      fields: fields.filter(({ archivedAt }) => archivedAt === null),
      members: owners.map(({ uuid, name }) => ({ value: uuid, label: name })),
      hooks: (hooks?.items ?? [])
        .filter(({ enabled }) => enabled)
        .map(({ uuid }) => ({ value: uuid, label: hookName(uuid) })),
      menus: menus.map(menuOption),
      publishedMenus: menus.filter(isPublished).map(menuOption),
      hasMenus: menus.length > 0,
      templates: templates.map(({ uuid, name }) => ({ value: uuid, label: name })),
      openForms: nameOptions(forms.filter(({ state }) => state === 'open')),
    },
  };
}
