import { MENU_PAGES_MAX, type MenuPage } from '@hanasu/contract/rich-menus';
import { Button, Group, SegmentedControl, Stack, Switch, TextInput, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { type ActionListType, AreaPanel } from './AreaPanel.tsx';
import { ComposeFields, DrawnPicture } from './DrawnPicture.tsx';
import { partProps } from './lead-to-field.ts';
import classes from './MenuEdit.module.css';
import {
  addPage,
  applyGrid,
  CHAT_BAR_MAX,
  GRID_NAMES,
  type Grid,
  gridOf,
  gridsOf,
  isHigh,
  PAGE_NAME_MAX,
  placesOfGrid,
  removePage,
  renamePage,
  setSize,
  tabsOf,
  withHeight,
  withPage,
} from './menu-draft.ts';
import { PictureUpload } from './PictureUpload.tsx';
import { composedOf, isOverCells, setPicture, tooLong } from './picture-draft.ts';
import { useMenuEditing } from './use-menu-draft.ts';
import { newPartId, usePictureEditing } from './use-picture-editing.ts';

/** Pages, picture and tap areas. */
export function MenuTab({ ActionList }: { ActionList: ActionListType }) {
  const { t } = useWords();
  const [isFree, setFree] = useState(false);
  const { drawn, size } = usePictureEditing();
  const isLocked = isOverCells(drawn, size) && !isFree;
  return (
    <div className={classes.panes}>
      <div className={classes.work}>
        <Pages />
        <Tools />
        <DrawnPicture
          isLocked={isLocked}
          isFree={isFree}
          onFree={setFree}
          empty={t('menuEditor.noPicture')}
        />
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
  const layOut = (chosen: string, withTabs = hasTabs) => {
    const next = GRID_NAMES.find((name) => name === chosen);
    if (next)
      edit((before) => applyGrid(before, page.id, { grid: next, hasTabs: withTabs, newId: newPartId }));
  };
  const drawHere = () =>
    edit((before) =>
      applyGrid(
        withPage(before, page.id, (own) => setPicture(own, null)),
        page.id,
        { grid: gridsOf(before.size)[0] ?? 'six', hasTabs: true, newId: newPartId },
      ),
    );
  return (
    <fieldset disabled={!mayEdit} className={classes.tools}>
      <Segments
        label={t('menuEditor.size')}
        data={HEIGHTS.map((value) => ({ value, label: t(`menuEditor.sizes.${value}`) }))}
        value={isHigh(draft.size) ? 'high' : 'low'}
        onChange={(value) => {
          const height = HEIGHTS.find((name) => name === value) ?? 'high';
          edit((before) => setSize(before, withHeight(before.size, height)));
        }}
      />
      <Segments
        label={t('menuEditor.grid')}
        {...partProps('picture')}
        data={gridsOf(draft.size).map((value) => ({
          value,
          label: <GridMark grid={value} label={t(`menuEditor.grids.${value}`)} />,
        }))}
        value={grid ?? ''}
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

const HEIGHTS = ['high', 'low'] as const;

interface SegmentsProps {
  label: string;
  data: { value: string; label: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
  'data-part'?: string;
}
/** A few choices beside each other, under their name. */
function Segments({ label, ...choices }: SegmentsProps) {
  return (
    <div className={classes.segments}>
      <span aria-hidden>{label}</span>
      <SegmentedControl aria-label={label} {...choices} />
    </div>
  );
}

/** A layout as it looks; its name is read out and stands in the tooltip. */
function GridMark({ grid, label }: { grid: Grid; label: string }) {
  return (
    <span title={label} className={classes.gridMark}>
      <svg viewBox="0 0 1000 680" width={28} height={19} aria-hidden>
        {placesOfGrid(grid).map(({ x, y, width, height }) => (
          <rect
            key={`${x} ${y}`}
            x={x + 25}
            y={0.68 * y + 25}
            width={width - 50}
            height={0.68 * height - 50}
            rx={30}
          />
        ))}
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

/** What stands under the chat, and whether the menu is open. */
function ChatBar() {
  const { t } = useWords();
  const { draft, edit, mayEdit } = useMenuEditing();
  const id = useId();
  const [isTouched, setTouched] = useState(false);
  const isMissing = isTouched && draft.chatBarText.trim() === '';
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
          {...partProps('chatBarText')}
          value={draft.chatBarText}
          onBlur={() => setTouched(true)}
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
