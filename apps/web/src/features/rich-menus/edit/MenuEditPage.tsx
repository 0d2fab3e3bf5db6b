import type { MenuProblem, RichMenuWithDraft } from '@hanasu/contract/rich-menus';
import { ActionIcon, Alert, Button, Group, Skeleton, Tabs } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { SAVE_ICONS } from '../../../shell/draft/use-draft.ts';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { Breadcrumbs } from '../../../shell/layout/Breadcrumbs.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { SHORTCUTS } from '../../../shell/layout/shortcuts.ts';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { Progressing } from '../AtLine.tsx';
import { MenuActions, MenuStateBadge } from '../MenuActions.tsx';
import { menuQuery, menusAtLineQuery, useOrderAtLine } from '../rich-menus.queries.ts';
import type { ActionListType } from './AreaPanel.tsx';
import classes from './MenuEdit.module.css';
import { MenuPreview } from './MenuPreview.tsx';
import { MenuTab } from './MenuTab.tsx';
import { areaOf, pageOf } from './menu-draft.ts';
import { SettingsTab } from './SettingsTab.tsx';
import { type MenuDraft, MenuEditingContext, useMenuDraft, useMenuEditing } from './use-menu-draft.ts';

const MENU_TABS = ['menu', 'settings', 'preview'] as const;

interface MenuEditPageProps {
  /** Of another feature. */
  ActionList: ActionListType;
}

export function MenuEditPage({ ActionList }: MenuEditPageProps) {
  const { uuid } = useParams({ from: '/_bot-edit/Channel/rich-menu/$uuid/' });
  const menu = useQuery(menuQuery(uuid));
  if (isApiError(menu.error, 'not_found')) return <NotFoundPage />;
  if (menu.isError)
    return (
      <div className={classes.fault}>
        <ErrorNotice error={menu.error} onRetry={() => void menu.refetch()} />
      </div>
    );
  if (!menu.data) return <Skeleton height={52} aria-hidden />;
  return <MenuEditor key={menu.data.uuid} menu={menu.data} ActionList={ActionList} />;
}

/** The draft, saved as it is edited; friends see it once it is published. */
function MenuEditor({ menu, ActionList }: MenuEditPageProps & { menu: RichMenuWithDraft }) {
  const { t } = useWords();
  const { tab = 'menu' } = useSearch({ from: '/_bot-edit/Channel/rich-menu/$uuid/' });
  const navigate = useNavigate({ from: '/Channel/rich-menu/$uuid/' });
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const menuDraft = useMenuDraft(menu);
  const { draft, edit, undo, redo, mayEdit } = menuDraft;
  const [pageId, setPage] = useState('');
  const [areaId, setArea] = useState<string | null>(null);
  const page = pageOf(draft, pageId);
  usePageTitle(menu.name);
  useHotkeys(
    [
      ['mod+Z', () => undo()],
      ['mod+shift+Z', redo],
      ['mod+Y', redo],
      [SHORTCUTS.save.keys[0], () => void menuDraft.flush()],
    ],
    [],
  );
  if (!page) return null;
  const show = (next: (typeof MENU_TABS)[number]) =>
    void navigate({ search: (old) => ({ ...old, tab: next }), replace: true });
  const lead = (problem: MenuProblem) => {
    show('menu');
    if (problem.pageId !== null) setPage(problem.pageId);
    setArea(problem.areaId);
  };
  const editing = { draft, edit, mayEdit, menu, page, setPage, area: areaOf(draft, areaId), setArea };
  const shown = tab === 'preview' && isWide ? 'menu' : tab;
  return (
    <MenuEditingContext value={editing}>
      <div className={classes.page}>
        <MenuHeader menuDraft={menuDraft} />
        <div className={classes.body}>
          <Tabs
            className={classes.tabs ?? ''}
            value={shown}
            onChange={(value) => show(MENU_TABS.find((name) => name === value) ?? 'menu')}
            keepMounted={false}
          >
            <Tabs.List aria-label={t('menuEditor.parts')} className={classes.tabList ?? ''}>
              {MENU_TABS.filter((name) => name !== 'preview' || !isWide).map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {t(`menuEditor.tabs.${name}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {!mayEdit && <ViewOnlyNotice />}
            <Conflict menuDraft={menuDraft} />
            <Tabs.Panel value="menu" className={classes.scrolled ?? ''}>
              <MenuTab ActionList={ActionList} />
            </Tabs.Panel>
            <Tabs.Panel value="settings" className={classes.scrolled ?? ''}>
              <SettingsTab />
            </Tabs.Panel>
            <Tabs.Panel value="preview" className={classes.scrolled ?? ''}>
              <MenuPreview />
            </Tabs.Panel>
          </Tabs>
          {isWide && (
            <aside className={classes.phone} aria-label={t('menuEditor.tabs.preview')}>
              <MenuPreview />
            </aside>
          )}
        </div>
        {mayEdit && <DraftBar menuDraft={menuDraft} onLead={lead} />}
      </div>
      <LeaveGuard when={menuDraft.state !== 'saved'} save={menuDraft.flush} />
    </MenuEditingContext>
  );
}

function MenuHeader({ menuDraft }: { menuDraft: MenuDraft }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { menu } = useMenuEditing();
  const { canUndo, canRedo, undo, redo, mayEdit } = menuDraft;
  const button = { variant: 'subtle', color: 'gray', size: 44 } as const;
  return (
    <header className={classes.bar}>
      <Breadcrumbs inline />
      <h1 className={classes.name}>{menu.name}</h1>
      <div className={classes.badges}>
        <MenuStateBadge state={menu.state} />
      </div>
      {mayEdit && (
        <>
          <ActionIcon {...button} aria-label={t('shell.undo')} disabled={!canUndo} onClick={() => undo()}>
            <Icon name="undo-2" />
          </ActionIcon>
          <ActionIcon {...button} aria-label={t('menuEditor.redo')} disabled={!canRedo} onClick={redo}>
            <Icon name="redo-2" />
          </ActionIcon>
        </>
      )}
      <MenuActions
        menu={menu}
        onDeleted={() => void navigate({ to: '/Channel/rich-menu', ignoreBlocker: true })}
      />
    </header>
  );
}

/** Somebody else has saved the menu while it was edited here. */
function Conflict({ menuDraft: { state, takeTheirs, keepMine } }: { menuDraft: MenuDraft }) {
  const { t } = useWords();
  if (state !== 'changed') return null;
  return (
    <Alert color="orange" role="alert" m="sm" icon={<Icon name="users" />} title={t('menuEditor.conflict')}>
      {t('menuEditor.conflictText')}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => void takeTheirs()}>
          {t('menuEditor.takeTheirs')}
        </Button>
        <Button size="xs" onClick={() => void keepMine()}>
          {t('menuEditor.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

interface DraftBarProps {
  menuDraft: MenuDraft;
  onLead: (problem: MenuProblem) => void;
}

/** Whether the draft is saved, what it lacks, and how far LINE is. */
function DraftBar({ menuDraft: { state, fault, flush }, onLead }: DraftBarProps) {
  const { t } = useWords();
  const { menu } = useMenuEditing();
  const [isAsked, setAsked] = useState(false);
  const publish = useOrderAtLine({ inPlace: true });
  const { data: atLine } = useQuery(menusAtLineQuery(menu.channelUuid));
  const isOut = menu.state === 'live' || menu.state === 'scheduled';
  const isBehind = !isOut || menu.hasChanges;
  const run = async () => {
    setAsked(true);
    if (!(await flush())) {
      toasts.add({ title: t('menuEditor.publishFirstSave'), color: 'error' });
      return;
    }
    try {
      await publish.mutateAsync({ do: 'publish', menuUuid: menu.uuid });
      setAsked(false);
      toasts.add({ title: t('menuEditor.published', { name: menu.name }) }, 'published');
    } catch (error) {
      if (!isApiError(error, 'rich_menu_incomplete'))
        toasts.add({ title: errorMessage(error), color: 'error' });
    }
  };
  return (
    <div className={classes.draftArea}>
      {isAsked && menu.problems.length > 0 && <Problems onLead={onLead} />}
      {atLine && atLine.job.state !== 'idle' && (
        <div className={classes.lineBar}>
          <Progressing found={atLine} />
        </div>
      )}
      <div className={classes.draftBar}>
        <span className={classes.state} data-state={state}>
          <Icon name={SAVE_ICONS[state]} size={15} />
          <span role="status">
            {t(`menuEditor.saving.${state}`)}
            {state === 'failed' && ` ${errorMessage(fault)}`}
          </span>
        </span>
        {isBehind && isOut && <span className={classes.behind}>{t('richMenus.hasChanges')}</span>}
        {isBehind && (
          <Button loading={publish.isPending} onClick={() => void run()}>
            {t('menuEditor.publish')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What keeps it from being published; each leads to its place. */
function Problems({ onLead }: Pick<DraftBarProps, 'onLead'>) {
  const { t } = useWords();
  const { menu, draft } = useMenuEditing();
  const placeOf = ({ pageId, areaId }: MenuProblem): string => {
    const at = draft.pages.findIndex(({ id }) => id === pageId);
    const area = draft.pages[at]?.areas.findIndex(({ id }) => id === areaId) ?? -1;
    return [
      at >= 0 &&
        draft.pages.length > 1 &&
        (draft.pages[at]?.name || t('menuEditor.pageNumber', { number: at + 1 })),
      area >= 0 && t('menuEditor.areaNumber', { number: area + 1 }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <section className={classes.problems} role="alert" aria-label={t('menuEditor.problems')}>
      <strong>{t('menuEditor.problemsTitle', { count: menu.problems.length })}</strong>
      <ul>
        {menu.problems.map((problem) => {
          const place = placeOf(problem);
          return (
            <li key={`${problem.reason}${problem.pageId}${problem.areaId}`}>
              <button type="button" onClick={() => onLead(problem)}>
                {place && `${place}: `}
                {t(`menuEditor.problem.${problem.reason}`)}
                {problem.detail && ` (${problem.detail})`}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
