import {
  MENU_AREAS_MAX,
  MENU_SIZES,
  MenuProblem,
  type RichMenuDefinition,
  type RichMenuWithDraft,
} from '@hanasu/contract/rich-menus';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { menuQuery } from '../../../entities/rich-menu/rich-menus.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { type ApiError, isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { UnstoredFields } from '../../../shell/draft/unstored-fields.ts';
import { VersionsDrawer } from '../../../shell/draft/VersionsDrawer.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { Progressing } from '../AtLine.tsx';
import { MenuActions, MenuStateBadge } from '../MenuActions.tsx';
import { ReportTab } from '../report/ReportTab.tsx';
import { loadVersions, menusAtLineQuery, useOrderAtLine } from '../rich-menus.queries.ts';
import type { ActionListType } from './AreaPanel.tsx';
import { Conflict, EditorBar, Saving, useDraftKeys } from './EditorParts.tsx';
import { useLeadToField } from './lead-to-field.ts';
import classes from './MenuEdit.module.css';
import { MenuPreview } from './MenuPreview.tsx';
import { MenuTab } from './MenuTab.tsx';
import { MenuContents, MenuDifferences } from './MenuVersion.tsx';
import { areaOf, isInDraft, LABEL_MAX, pageOf, sendable, withPage } from './menu-draft.ts';
import { SettingsTab } from './SettingsTab.tsx';
import { useActionWords } from './use-action-words.ts';
import { type MenuDraft, MenuEditingContext, useMenuDraft, useMenuEditing } from './use-menu-draft.ts';
import { type PictureEditing, PictureEditingContext } from './use-picture-editing.ts';

const MENU_TABS = ['menu', 'settings', 'report', 'preview'] as const;

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
  const { draft, edit, mayEdit } = menuDraft;
  const [pageId, setPage] = useState('');
  const [areaId, setArea] = useState<string | null>(null);
  const page = pageOf(draft, pageId);
  const wordsOf = useActionWords({ draft, menu });
  const leadToField = useLeadToField();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // What LINE has refused stands until something is changed.
  const refused = refusal?.draft === draft ? refusal.problems : [];
  const problems = (menu.problems.length > 0 ? menu.problems : refused).filter((problem) =>
    isInDraft(draft, problem),
  );
  usePageTitle(menu.name);
  useDraftKeys(menuDraft);
  if (!page) return null;
  const show = (next: (typeof MENU_TABS)[number]) =>
    // Where another tab is opened to show a field, that field is scrolled to.
    void navigate({ search: (old) => ({ ...old, tab: next }), replace: true, resetScroll: false });
  const lead = (problem: MenuProblem) => {
    show('menu');
    if (problem.pageId !== null) setPage(problem.pageId);
    setArea(problem.areaId);
    leadToField(problem);
  };
  const editing = { draft, edit, mayEdit, menu, page, setPage };
  const picture: PictureEditing = {
    drawn: page,
    known: pageOf(sendable(draft)?.definition ?? draft, page.id) ?? page,
    size: MENU_SIZES[draft.size],
    editPicture: (change, group) => edit((before) => withPage(before, page.id, change), group),
    mayEdit,
    areasMax: MENU_AREAS_MAX,
    labelMax: LABEL_MAX,
    areaId,
    setArea,
    wordsOf: ({ id }) => wordsOf(areaOf(draft, id)?.action ?? null),
    wrong: new Set(problems.map((problem) => problem.areaId)),
  };
  const shown = tab === 'preview' && isWide ? 'menu' : tab;
  return (
    <MenuEditingContext value={editing}>
      <PictureEditingContext value={picture}>
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
              <Conflict draft={menuDraft} title={t('menuEditor.conflict')} />
              <Tabs.Panel value="menu" className={classes.scrolled ?? ''}>
                <UnstoredFields value={menuDraft.reportUnstored}>
                  <MenuTab ActionList={ActionList} />
                </UnstoredFields>
              </Tabs.Panel>
              <Tabs.Panel value="settings" className={classes.scrolled ?? ''}>
                <SettingsTab />
              </Tabs.Panel>
              <Tabs.Panel value="report" className={classes.scrolled ?? ''}>
                <ReportTab />
              </Tabs.Panel>
              <Tabs.Panel value="preview" className={classes.scrolled ?? ''}>
                <MenuPreview />
              </Tabs.Panel>
            </Tabs>
            {isWide && shown !== 'report' && (
              <aside className={classes.phone} aria-label={t('menuEditor.tabs.preview')}>
                <MenuPreview />
              </aside>
            )}
          </div>
          {mayEdit && (
            <DraftBar menuDraft={menuDraft} problems={problems} onLead={lead} onRefused={setRefusal} />
          )}
        </div>
      </PictureEditingContext>
      <LeaveGuard when={menuDraft.state !== 'saved'} save={menuDraft.flush} />
    </MenuEditingContext>
  );
}

function MenuHeader({ menuDraft }: { menuDraft: MenuDraft }) {
  const navigate = useNavigate();
  const { menu } = useMenuEditing();
  const [isShown, versions] = useDisclosure(false);
  return (
    <EditorBar name={menu.name} draft={menuDraft} badges={<MenuStateBadge state={menu.state} />}>
      <MenuActions
        menu={menu}
        onDeleted={() => void navigate({ to: '/Channel/rich-menu', ignoreBlocker: true })}
        onVersions={versions.open}
      />
      <VersionsDrawer
        opened={isShown}
        onClose={versions.close}
        current={menu.version}
        hasChanges={menu.hasChanges || menuDraft.state !== 'saved'}
        queryKey={['rich-menus', 'versions', menu.uuid]}
        load={(page, signal) => loadVersions(menu.uuid, page, signal)}
        show={(definition) => <MenuContents definition={definition} />}
        compare={(definition) => <MenuDifferences definition={definition} />}
        onRestore={menuDraft.mayEdit ? (definition) => menuDraft.edit(() => definition) : undefined}
      />
    </EditorBar>
  );
}

/** Why a draft was not published. */
interface Refusal {
  draft: RichMenuDefinition;
  problems: readonly MenuProblem[];
}

interface DraftBarProps {
  menuDraft: MenuDraft;
  problems: readonly MenuProblem[];
  onLead: (problem: MenuProblem) => void;
  onRefused: (refusal: Refusal) => void;
}

/** Whether the draft is saved, what it lacks, and how far LINE is. */
function DraftBar({ menuDraft, problems, onLead, onRefused }: DraftBarProps) {
  const { t } = useWords();
  const { menu } = useMenuEditing();
  const [isAsked, setAsked] = useState(false);
  const { flush, draft } = menuDraft;
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
      const refused = isApiError(error, 'rich_menu_incomplete') ? problemsOf(error) : [];
      const [first] = refused;
      if (first) {
        onRefused({ draft, problems: refused });
        onLead(first);
      } else toasts.add({ title: errorMessage(error), color: 'error' });
    }
  };
  return (
    <div className={classes.draftArea}>
      {atLine && atLine.job.state !== 'idle' && (
        <div className={classes.lineBar}>
          <Progressing found={atLine} />
        </div>
      )}
      <div className={classes.draftBar}>
        <Saving draft={menuDraft} />
        {problems.length > 0 && <Missing isAsked={isAsked} problems={problems} onLead={onLead} />}
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

interface MissingProps extends Pick<DraftBarProps, 'onLead' | 'problems'> {
  /** A user wanted to publish it. */
  isAsked: boolean;
}

/** How much keeps the menu from being published, and the way from one place to the next. */
function Missing({ isAsked, problems, onLead }: MissingProps) {
  const { t } = useWords();
  const [at, setAt] = useState<MenuProblem | null>(null);
  const placeOf = useProblemPlace();
  const isThere = (problem: MenuProblem) => problem.pageId === at?.pageId && problem.areaId === at.areaId;
  const same = problems.findIndex((problem) => isThere(problem) && problem.reason === at?.reason);
  // What is saved meanwhile may leave another problem at the same place.
  const index = same >= 0 ? same : problems.findIndex(isThere);
  // The first of them is named once a user wants to publish, and what LINE has said at once.
  const current =
    problems[index] ?? problems.find(({ detail }) => detail !== null) ?? (isAsked ? problems[0] : undefined);
  const textOf = (place: string, text: string) =>
    place ? t('shell.versions.fact', { label: place, value: text }) : text;
  const next = problems[(current ? problems.indexOf(current) : -1) + 1] ?? problems[0];
  return (
    <section
      className={classes.missing}
      role={isAsked ? 'alert' : undefined}
      aria-label={t('menuEditor.problems')}
    >
      <span>
        {current
          ? textOf(placeOf(current), t(`menuEditor.problem.${current.reason}`) + ofVendor(current))
          : t('menuEditor.problemsTitle', { count: problems.length })}
      </span>
      {next && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setAt(next);
            onLead(next);
          }}
        >
          {t('menuEditor.nextProblem')}
        </Button>
      )}
    </section>
  );
}

/** The vendor's own words, where there are no better ones. */
const ofVendor = ({ reason, detail }: MenuProblem): string =>
  reason === 'refused' && detail ? ` (${detail})` : '';

/** Of a menu that was not published; paths are `draft.{page}.{area}`. */
const problemsOf = ({ errors }: ApiError): MenuProblem[] =>
  errors.flatMap(({ path, code, message }) => {
    const [, pageId = null, areaId = null] = path.split('.');
    const { data } = MenuProblem.safeParse({ reason: code, pageId, areaId, detail: message });
    return data ? [data] : [];
  });

function useProblemPlace(): (problem: MenuProblem) => string {
  const { t } = useWords();
  const { draft } = useMenuEditing();
  return ({ pageId, areaId }) => {
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
}
