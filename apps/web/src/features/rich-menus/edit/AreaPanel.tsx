import type { Action } from '@hanasu/contract/actions';
import { DATE_MODES, isDateRange, type MenuArea, type TapAction } from '@hanasu/contract/rich-menus';
import { Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { formsQuery } from '../../../entities/form/forms.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { systemQuery } from '../../../shell/shell.queries.ts';
import { menusQuery } from '../rich-menus.queries.ts';
import { AreaList } from './AreaList.tsx';
import { partProps } from './lead-to-field.ts';
import { areaOf, changeArea, tabsOf } from './menu-draft.ts';
import { cellIndexOf } from './picture-draft.ts';
import { useMenuEditing } from './use-menu-draft.ts';
import { usePictureEditing } from './use-picture-editing.ts';

/** The list of actions that rules have, too. Null: one of them is not chosen to the end. */
export type ActionListType = ComponentType<{
  actions: Action[];
  isChecked: boolean;
  onChange: (actions: Action[] | null) => void;
}>;

interface AreaPanelProps {
  ActionList: ActionListType;
  isLocked: boolean;
}

/** Every tap area of the page, and what the chosen one does. */
export function AreaPanel({ ActionList, isLocked }: AreaPanelProps) {
  const { t } = useWords();
  const { draft, page } = useMenuEditing();
  const { size } = usePictureEditing();
  const isTab = (areaId: string) => {
    const cell = cellIndexOf(page, areaId, size);
    return cell !== null && cell < tabsOf(page);
  };
  return (
    <AreaList isLocked={isLocked} hasCell={(cell) => cell >= tabsOf(page)}>
      {(areaId) => {
        const area = areaOf(draft, areaId);
        if (isTab(areaId)) return t('menuEditor.tabCell');
        return area && <TapFields area={area} ActionList={ActionList} />;
      }}
    </AreaList>
  );
}

const TAP_KINDS = [
  'message',
  'ask',
  'link',
  'phone',
  'form',
  'page',
  'menu',
  'date',
  'copy',
  'actions',
] as const satisfies readonly TapAction['kind'][];

function TapFields({ area, ActionList }: { area: MenuArea } & Pick<AreaPanelProps, 'ActionList'>) {
  const { t } = useWords();
  const { draft, edit, page, menu } = useMenuEditing();
  const { data: forms = [] } = useQuery(formsQuery);
  const { form: wanted } = useSearch({ strict: false });
  const { data: menus = [] } = useQuery(menusQuery(menu.channelUuid));
  const others = menus.filter(({ uuid }) => uuid !== menu.uuid);
  const pages = draft.pages.filter(({ id }) => id !== page.id);
  const { action } = area;
  const set = (next: TapAction | null, group?: string) =>
    edit((before) => changeArea(before, area.id, { action: next }), group && `${group}.${area.id}`);
  const first = (kind: string | null): TapAction | null => {
    const form = forms.find(({ uuid }) => uuid === wanted) ?? forms[0];
    const [other] = others;
    const [otherPage] = pages;
    switch (TAP_KINDS.find((each) => each === kind)) {
      case 'message':
        return { kind: 'message', text: area.label };
      case 'ask':
        return { kind: 'ask', text: area.label, shown: null };
      case 'link':
        return { kind: 'link', url: 'https://' };
      case 'phone':
        return { kind: 'phone', number: '' };
      case 'form':
        return form ? { kind: 'form', formUuid: form.uuid } : null;
      case 'page':
        return otherPage ? { kind: 'page', pageId: otherPage.id } : null;
      case 'menu':
        return other ? { kind: 'menu', menuUuid: other.uuid } : null;
      case 'date':
        return { kind: 'date', mode: 'date', text: area.label };
      case 'copy':
        return { kind: 'copy', text: '' };
      case 'actions':
        return { kind: 'actions', actions: [], shown: null };
      case undefined:
        return null;
    }
  };
  const isOffered = (kind: TapAction['kind']): boolean => {
    if (kind === 'form') return forms.length > 0 || action?.kind === 'form';
    if (kind === 'menu') return others.length > 0 || action?.kind === 'menu';
    return kind !== 'page' || pages.length > 0 || action?.kind === 'page';
  };
  return (
    <>
      <Select
        label={t('menuEditor.action')}
        {...partProps('action')}
        placeholder={t('menuEditor.chooseAction')}
        data={TAP_KINDS.filter(isOffered).map((value) => ({ value, label: t(`menuEditor.kinds.${value}`) }))}
        allowDeselect={false}
        value={action?.kind ?? null}
        onChange={(kind) => set(first(kind))}
      />
      {action && (
        <Stack gap="sm" {...partProps('tap')}>
          {action.kind === 'actions' ? (
            <ActionList
              actions={action.actions}
              isChecked={false}
              onChange={(actions) => set({ ...action, actions: actions ?? [] })}
            />
          ) : (
            <ActionFields action={action} offers={{ forms, menus: others, pages }} onChange={set} />
          )}
        </Stack>
      )}
    </>
  );
}

/** Where the server has no TLS, links with `https` go out as they are. */
function CountSwitch({
  action,
  onChange,
}: { action: Extract<TapAction, { kind: 'link' }> } & Pick<ActionFieldsProps, 'onChange'>) {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  const isPlain =
    /^https:/i.test(action.url) && system !== undefined && !system.publicUrl.startsWith('https:');
  return (
    <Switch
      label={t('menuEditor.counted')}
      description={t(isPlain ? 'menuEditor.countedNeedsHttps' : 'menuEditor.countedHelp')}
      checked={action.counted === true}
      onChange={(event) => {
        const { counted: _, ...link } = action;
        onChange(event.currentTarget.checked ? { ...link, counted: true } : link, 'counted');
      }}
    />
  );
}

const PICKERS = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;
const LIMITS = ['initial', 'min', 'max'] as const;
/** What is chosen at first, and between which ends; none of them has to be. */
function DateLimits({
  action,
  onChange,
}: { action: Extract<TapAction, { kind: 'date' }> } & Pick<ActionFieldsProps, 'onChange'>) {
  const { t } = useWords();
  const isWrong = !isDateRange(action);
  return LIMITS.map((name) => (
    <TextInput
      key={name}
      type={PICKERS[action.mode]}
      label={t(`menuEditor.dateLimits.${name}`)}
      value={action[name] ?? ''}
      error={name === 'max' && isWrong && t('menuEditor.problem.date_range')}
      onChange={(event) => {
        const { [name]: _, ...others } = action;
        const value = event.currentTarget.value;
        onChange(value === '' ? others : { ...others, [name]: value }, name);
      }}
    />
  ));
}

interface Named {
  readonly name: string;
}
interface ActionFieldsProps {
  action: Exclude<TapAction, { kind: 'actions' }>;
  offers: {
    forms: readonly (Named & { uuid: Extract<TapAction, { kind: 'form' }>['formUuid'] })[];
    menus: readonly (Named & { uuid: Extract<TapAction, { kind: 'menu' }>['menuUuid'] })[];
    pages: readonly (Named & { id: string })[];
  };
  onChange: (action: TapAction, group: string) => void;
}

function ActionFields({ action, offers, onChange }: ActionFieldsProps) {
  const { t } = useWords();
  const input = (label: string, value: string, write: (text: string) => TapAction) => (
    <TextInput
      label={label}
      value={value}
      maxLength={1_000}
      error={value.trim() === '' && t('fields.required')}
      onChange={(event) => onChange(write(event.currentTarget.value), action.kind)}
    />
  );
  const choose = (
    label: string,
    chosen: string,
    offered: readonly { id: string; name: string; action: TapAction }[],
  ) => (
    <Select
      label={label}
      allowDeselect={false}
      searchable={offered.length > 7}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={(id) => {
        const next = offered.find((each) => each.id === id);
        if (next) onChange(next.action, 'choice');
      }}
    />
  );
  switch (action.kind) {
    case 'message':
      return input(t('menuEditor.messageText'), action.text, (text) => ({ ...action, text }));
    case 'ask':
      return (
        <>
          {input(t('menuEditor.askText'), action.text, (text) => ({ ...action, text }))}
          <TextInput
            label={t('menuEditor.shown')}
            description={t('menuEditor.shownHelp')}
            maxLength={300}
            value={action.shown ?? ''}
            onChange={(event) => onChange({ ...action, shown: event.currentTarget.value || null }, 'shown')}
          />
        </>
      );
    case 'link':
      return (
        <>
          {input(t('menuEditor.url'), action.url, (url) => ({ ...action, url }))}
          <CountSwitch action={action} onChange={onChange} />
        </>
      );
    case 'phone':
      return input(t('menuEditor.phone'), action.number, (number) => ({ ...action, number }));
    case 'form':
      return choose(
        t('menuEditor.form'),
        action.formUuid,
        offers.forms.map(({ uuid, name }) => ({ id: uuid, name, action: { kind: 'form', formUuid: uuid } })),
      );
    case 'page':
      return choose(
        t('menuEditor.page'),
        action.pageId,
        offers.pages.map(({ id, name }) => ({ id, name: name || '—', action: { kind: 'page', pageId: id } })),
      );
    case 'menu':
      return choose(
        t('menuEditor.menu'),
        action.menuUuid,
        offers.menus.map(({ uuid, name }) => ({ id: uuid, name, action: { kind: 'menu', menuUuid: uuid } })),
      );
    case 'date':
      return (
        <>
          <Select
            label={t('menuEditor.dateMode')}
            allowDeselect={false}
            data={DATE_MODES.map((value) => ({ value, label: t(`menuEditor.dateModes.${value}`) }))}
            value={action.mode}
            onChange={(value) =>
              // What was chosen as a day is no time.
              onChange(
                {
                  kind: 'date',
                  text: action.text,
                  mode: DATE_MODES.find((mode) => mode === value) ?? 'date',
                },
                'mode',
              )
            }
          />
          {input(t('menuEditor.dateText'), action.text, (text) => ({ ...action, text }))}
          <DateLimits action={action} onChange={onChange} />
        </>
      );
    case 'copy':
      return (
        <Textarea
          label={t('menuEditor.copyText')}
          autosize
          maxLength={1_000}
          value={action.text}
          error={action.text.trim() === '' && t('fields.required')}
          onChange={(event) => onChange({ ...action, text: event.currentTarget.value }, 'copy')}
        />
      );
    default:
      return action satisfies never;
  }
}
