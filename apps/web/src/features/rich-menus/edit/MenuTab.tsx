import {
  MENU_PAGES_MAX,
  MENU_SIZE_NAMES,
  MENU_SIZES,
  type MenuPage,
  type MenuSize,
} from '@hanasu/contract/rich-menus';
import { Alert, Button, Group, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { drawnQuery } from '../rich-menus.queries.ts';
import { AreaEditor } from './AreaEditor.tsx';
import { type ActionListType, AreaPanel } from './AreaPanel.tsx';
import { ColorField } from './CellFields.tsx';
import classes from './MenuEdit.module.css';
import {
  addPage,
  applyGrid,
  CHAT_BAR_MAX,
  type Composed,
  cellIndexOf,
  composedOf,
  GRID_NAMES,
  gridOf,
  gridsOf,
  PAGE_NAME_MAX,
  pageOf,
  removePage,
  renamePage,
  sendable,
  setPicture,
  setSize,
  tabsOf,
  tooLong,
} from './menu-draft.ts';
import { PictureUpload } from './PictureUpload.tsx';
import { newPartId, useMenuEditing } from './use-menu-draft.ts';

/** While it is typed nothing is drawn. */
const QUIET_MS = 300;
/** Wide enough for the screen; what is sent is drawn larger. */
const SHOWN_WIDTH = 1_250;

/** The server’s drawing of a page, as it is after the last change. */
export function useDrawn(page: MenuPage, size: MenuSize) {
  const { draft } = useMenuEditing();
  const known = sendable(draft)?.definition ?? draft;
  const picture = pageOf(known, page.id)?.picture ?? null;
  const [source] = useDebouncedValue(picture, QUIET_MS);
  const whole = MENU_SIZES[size];
  const width = Math.min(whole.width, SHOWN_WIDTH);
  const height = Math.round((whole.height * width) / whole.width);
  return useQuery({
    ...drawnQuery({ source: source ?? NOTHING, width, height }),
    enabled: source !== null && picture !== null,
  });
}
const NOTHING: Composed = {
  kind: 'composed',
  background: '#ffffff',
  fileUuid: null,
  line: null,
  font: 'sans',
  cells: [],
};

/** Pages, picture and tap areas. */
export function MenuTab({ ActionList }: { ActionList: ActionListType }) {
  const { draft, page } = useMenuEditing();
  const [isFree, setFree] = useState(false);
  const drawn = useDrawn(page, draft.size);
  const isOverCells =
    page.areas.length > 0 && page.areas.every((area) => cellIndexOf(draft, page, area) !== null);
  const isLocked = isOverCells && !isFree;
  return (
    <div className={classes.panes}>
      <div className={classes.work}>
        <Pages />
        <Tools />
        <AreaEditor
          url={page.picture ? (drawn.data?.url ?? null) : null}
          hasPicture={page.picture !== null && !drawn.isError}
          isLocked={isLocked}
        />
        <DrawnNotes drawn={drawn} />
        {isOverCells && <FreeSwitch isFree={isFree} onChange={setFree} />}
      </div>
      <div className={classes.side}>
        <AreaPanel ActionList={ActionList} isLocked={isLocked} />
      </div>
      <div className={classes.work}>
        <ComposeFields />
        <ChatBar />
      </div>
    </div>
  );
}

function DrawnNotes({ drawn: { data, isError, error } }: { drawn: ReturnType<typeof useDrawn> }) {
  const { t } = useWords();
  const { page } = useMenuEditing();
  if (!page.picture) return <p className={classes.note}>{t('menuEditor.noPicture')}</p>;
  if (isError)
    return (
      <Alert color="red" role="alert">
        {errorMessage(error)}
      </Alert>
    );
  if (!data || data.missing.length === 0) return null;
  return (
    <p className={classes.warning}>
      <Icon name="triangle-alert" size={14} />{' '}
      {t('menuEditor.missing', { characters: data.missing.join(' ') })}
    </p>
  );
}

function FreeSwitch({ isFree, onChange }: { isFree: boolean; onChange: (isFree: boolean) => void }) {
  const { t } = useWords();
  const { mayEdit } = useMenuEditing();
  return (
    <Switch
      label={t('menuEditor.free')}
      description={t('menuEditor.freeHelp')}
      disabled={!mayEdit}
      checked={isFree}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** The tabs of the menu: which is edited, its name, one more, one less. */
function Pages() {
  const { t } = useWords();
  const { draft, edit, page, setPage, mayEdit } = useMenuEditing();
  const nameOf = ({ id, name }: MenuPage) =>
    name || t('menuEditor.pageNumber', { number: draft.pages.findIndex((each) => each.id === id) + 1 });
  const add = () => {
    const id = newPartId();
    const names = [1, draft.pages.length + 1].map((number) => t('menuEditor.pageNumber', { number }));
    edit((before) =>
      addPage(before, page.id, { id, names: [names[0] ?? '', names[1] ?? ''], newId: newPartId }),
    );
    setPage(id);
  };
  const remove = () => {
    const other = draft.pages.find(({ id }) => id !== page.id);
    edit((before) => removePage(before, page.id));
    if (other) setPage(other.id);
  };
  return (
    <Group gap="xs" align="flex-end">
      {draft.pages.length > 1 && (
        <>
          <SegmentedControl
            aria-label={t('menuEditor.pages')}
            value={page.id}
            onChange={setPage}
            data={draft.pages.map((each) => ({ value: each.id, label: nameOf(each) }))}
          />
          <TextInput
            label={t('menuEditor.pageName')}
            value={page.name}
            maxLength={PAGE_NAME_MAX}
            readOnly={!mayEdit}
            onChange={(event) => {
              const name = event.currentTarget.value;
              edit((before) => renamePage(before, page.id, name), `page.${page.id}`);
            }}
          />
        </>
      )}
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={draft.pages.length >= MENU_PAGES_MAX}
          onClick={add}
        >
          {t('menuEditor.pageAdd')}
        </Button>
      )}
      {mayEdit && draft.pages.length > 1 && (
        <Button variant="subtle" color="red" leftSection={<Icon name="trash-2" size={14} />} onClick={remove}>
          {t('menuEditor.pageRemove')}
        </Button>
      )}
    </Group>
  );
}

/** Size, layout, and where the picture comes from. */
function Tools() {
  const { t } = useWords();
  const { draft, edit, page, mayEdit } = useMenuEditing();
  const grid = gridOf(page);
  const hasTabs = tabsOf(page) > 0 || (page.picture === null && draft.pages.length > 1);
  const layOut = (chosen: string | null, withTabs = hasTabs) => {
    const next = GRID_NAMES.find((name) => name === chosen);
    if (next)
      edit((before) => applyGrid(before, page.id, { grid: next, hasTabs: withTabs, newId: newPartId }));
  };
  const drawHere = () =>
    edit((before) =>
      applyGrid(setPicture(before, page.id, null), page.id, {
        grid: gridsOf(before.size)[0] ?? 'six',
        hasTabs: true,
        newId: newPartId,
      }),
    );
  return (
    <fieldset disabled={!mayEdit} className={classes.tools}>
      <Select
        label={t('menuEditor.size')}
        allowDeselect={false}
        data={MENU_SIZE_NAMES.map((value) => ({ value, label: t(`menuEditor.sizes.${value}`) }))}
        value={draft.size}
        onChange={(value) => {
          const size = MENU_SIZE_NAMES.find((name) => name === value) ?? 'large';
          edit((before) => setSize(before, size));
        }}
      />
      <Select
        label={t('menuEditor.grid')}
        placeholder={t(page.picture ? 'menuEditor.gridFree' : 'menuEditor.gridChoose')}
        allowDeselect={false}
        data={gridsOf(draft.size).map((value) => ({ value, label: t(`menuEditor.grids.${value}`) }))}
        value={grid}
        onChange={(value) => layOut(value)}
      />
      <PictureUpload />
      {page.picture?.kind === 'upload' && (
        <Button variant="default" leftSection={<Icon name="palette" size={14} />} onClick={drawHere}>
          {t('menuEditor.drawHere')}
        </Button>
      )}
      {draft.pages.length > 1 && composedOf(page) && grid && (
        <Switch
          label={t('menuEditor.hasTabs')}
          checked={tabsOf(page) > 0}
          onChange={(event) => layOut(grid, event.currentTarget.checked)}
        />
      )}
    </fieldset>
  );
}

const FONTS = ['sans', 'serif'] as const;

/** What all cells share. */
function ComposeFields() {
  const { t } = useWords();
  const { edit, page, mayEdit } = useMenuEditing();
  const composed = composedOf(page);
  if (!composed) return null;
  const set = (change: Partial<Composed>, group: string) =>
    edit((before) => {
      const own = before.pages.find(({ id }) => id === page.id);
      const now = own && composedOf(own);
      return now ? setPicture(before, page.id, { ...now, ...change }) : before;
    }, `${group}.${page.id}`);
  return (
    <fieldset disabled={!mayEdit} className={classes.tools}>
      <ColorField
        label={t('menuEditor.background')}
        value={composed.background}
        onChange={(background) => background && set({ background }, 'background')}
      />
      <ColorField
        label={t('menuEditor.line')}
        placeholder={t('menuEditor.noLine')}
        value={composed.line}
        onChange={(line) => set({ line }, 'line')}
      />
      <Select
        label={t('menuEditor.font')}
        allowDeselect={false}
        data={FONTS.map((value) => ({ value, label: t(`menuEditor.fonts.${value}`) }))}
        value={composed.font}
        onChange={(value) => set({ font: FONTS.find((font) => font === value) ?? 'sans' }, 'font')}
      />
    </fieldset>
  );
}

/** What stands under the chat, and whether the menu is open. */
function ChatBar() {
  const { t } = useWords();
  const { draft, edit, mayEdit, menu } = useMenuEditing();
  const id = useId();
  const isMissing = draft.chatBarText.trim() === '' && menu.problems.length > 0;
  return (
    <fieldset disabled={!mayEdit} className={classes.chatBar} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('menuEditor.chatBar')}
      </h2>
      <Stack gap="sm">
        <TextInput
          label={t('menuEditor.chatBarText')}
          description={t('menuEditor.chatBarHelp', { count: CHAT_BAR_MAX })}
          maw={320}
          value={draft.chatBarText}
          error={
            tooLong(draft.chatBarText, CHAT_BAR_MAX)
              ? t('menuEditor.tooLong', { count: CHAT_BAR_MAX })
              : isMissing && t('fields.required')
          }
          onChange={(event) => {
            const chatBarText = event.currentTarget.value;
            edit((before) => ({ ...before, chatBarText }), 'chatBarText');
          }}
        />
        <Switch
          label={t('menuEditor.selected')}
          checked={draft.selected}
          onChange={(event) => {
            const selected = event.currentTarget.checked;
            edit((before) => ({ ...before, selected }));
          }}
        />
      </Stack>
    </fieldset>
  );
}
