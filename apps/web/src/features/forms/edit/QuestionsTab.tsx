import {
  FORM_FIELD_KINDS,
  FORM_FIELDS_MAX,
  FORM_PAGES_MAX,
  type FormField,
  type FormFieldKind,
} from '@hanasu/contract/form-definition';
import type { FormView } from '@hanasu/contract/forms';
import { ActionIcon, Button, Drawer, Menu, SimpleGrid, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { startHistory } from '../../../shell/draft/draft-history.ts';
import { STEP_TOAST } from '../../../shell/draft/use-draft.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { newId } from '../../../shell/new-id.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { FieldPanel, KIND_ICONS } from './FieldPanel.tsx';
import * as change from './form-draft.ts';
import { PhonePreview } from './PreviewTab.tsx';
import { QuestionRow } from './QuestionRow.tsx';
import classes from './Questions.module.css';
import { useFieldWords } from './use-field-words.ts';
import { useEditing } from './use-form-draft.ts';
import { WordsInput } from './WordsInput.tsx';

interface QuestionsTabProps {
  form: FormView;
  gaps: readonly change.Gap[];
  /** Key of the question that is open beside the list. */
  chosen: string | null;
  onChoose: (key: string | null) => void;
}

const KEY_LENGTH = 6;
const DAY_MS = 86_400_000;

/** The questions in their order, page by page; one of them open beside the list, on a phone above it. */
export function QuestionsTab({ form, gaps, chosen, onChoose }: QuestionsTabProps) {
  const { t } = useWords();
  const editing = useEditing();
  const { draft, edit, undo, mayEdit } = editing;
  const wordsOf = useFieldWords();
  const isNarrow = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false });
  const list = useRef<HTMLDivElement>(null);
  const toFocus = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  const open = change.allFields(draft).find(({ key }) => key === chosen);
  // A handle that was moved with its row loses the focus.
  useEffect(() => {
    const key = toFocus.current;
    if (key === null || !draft) return;
    toFocus.current = null;
    list.current?.querySelector<HTMLElement>(`[data-field="${key}"] [data-handle]`)?.focus();
  }, [draft]);

  /** Says what a step has taken along, with a way back. */
  const step = (make: Parameters<typeof edit>[0], title?: string) => {
    const { present } = change.historyReducer(startHistory(draft), { type: 'edited', change: make });
    const lost = change.changedConditions(draft, present);
    edit(make);
    const words = [title, lost > 0 && t('formEditor.conditionsLost', { count: lost })].filter(Boolean);
    if (words.length === 0) return;
    const action = { label: t('shell.undo'), onClick: () => undo(draft) };
    toasts.add({ title: words.join(' '), action, color: 'info' }, STEP_TOAST);
  };
  const move = (field: FormField, to: change.Place) => {
    step((before) => change.moveField(before, field.key, to));
    setSaid(t('formEditor.moved', { name: wordsOf(field), place: to.index + 1, page: to.page + 1 }));
  };
  const drag = useDrag(list, (key, to) => {
    const field = change.allFields(draft).find((each) => each.key === key);
    if (field) move(field, to);
  });
  const makeKey = (kind: FormFieldKind) =>
    change.newKey(kind, newId().replaceAll('-', '').slice(0, KEY_LENGTH));
  const add = (kind: FormFieldKind, page: number) => {
    const key = makeKey(kind);
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const field = change.newField(kind, key, tomorrow);
    const index = draft.pages[page]?.fields.length ?? 0;
    edit((before) => change.insertField(before, field, { page, index }));
    onChoose(key);
  };
  const actionsOf = (field: FormField) => ({
    onOpen: () => onChoose(field.key),
    onMove: (by: -1 | 1) => {
      const to = change.placeBeside(draft, field.key, by);
      if (!to) return;
      toFocus.current = field.key;
      move(field, to);
    },
    onPage: (page: number) => move(field, { page, index: draft.pages[page]?.fields.length ?? 0 }),
    onDuplicate: () => {
      const key = makeKey(field.kind);
      edit((before) => change.duplicateField(before, field.key, key));
      onChoose(key);
    },
    onDelete: () => {
      step(
        (before) => change.deleteField(before, field.key),
        t('formEditor.deleted', { name: wordsOf(field) }),
      );
      if (chosen === field.key) onChoose(null);
    },
  });
  const isFull = change.allFields(draft).length >= FORM_FIELDS_MAX;
  const panel = open && <FieldPanel key={open.key} field={open} gaps={gaps} />;
  const kindName = open && t(`formEditor.kinds.${open.kind}`);
  return (
    <div className={classes.panes}>
      <div ref={list} className={classes.list} data-dragging={drag.drag !== null || undefined}>
        <FormTexts gaps={gaps} />
        {draft.pages.map((page, index) => {
          const number = index + 1;
          return (
            <section key={number} data-page={index} className={classes.page}>
              {draft.pages.length > 1 && <PageHead index={index} onStep={step} />}
              <ol
                className={classes.rows}
                aria-label={t('formEditor.pageNumber', { number })}
                data-drop-end={
                  drag.drag?.to.page === index && drag.drag.to.index >= countOthers(page, drag.drag.key)
                    ? true
                    : undefined
                }
              >
                {page.fields.map((field) => (
                  <QuestionRow
                    key={field.key}
                    field={field}
                    isOpen={field.key === chosen}
                    hasGap={gaps.some((gap) => gap.key === field.key && change.isGap(draft, gap))}
                    isDragged={drag.drag?.key === field.key}
                    isBelowDrop={
                      drag.drag?.to.page === index &&
                      others(page, drag.drag.key)[drag.drag.to.index] === field
                    }
                    handles={{
                      ...drag.handlesOf(field.key),
                      onKeyDown: (event) => {
                        if (event.key === 'Escape') drag.cancel();
                      },
                    }}
                    {...actionsOf(field)}
                  />
                ))}
              </ol>
              {mayEdit && <AddQuestion isOff={isFull} onAdd={(kind) => add(kind, index)} />}
            </section>
          );
        })}
        {isFull && <p className={classes.note}>{t('formEditor.full', { count: FORM_FIELDS_MAX })}</p>}
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            disabled={draft.pages.length >= FORM_PAGES_MAX}
            onClick={() => edit(change.addPage)}
          >
            {t('formEditor.pageAdd')}
          </Button>
        )}
        {draft.pages.length >= FORM_PAGES_MAX && (
          <p className={classes.note}>{t('formEditor.pagesFull', { count: FORM_PAGES_MAX })}</p>
        )}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {isNarrow ? (
        <Drawer
          opened={open !== undefined}
          onClose={() => onChoose(null)}
          position="bottom"
          size="88%"
          title={kindName}
          closeButtonProps={{ 'aria-label': t('shell.close') }}
        >
          {panel}
        </Drawer>
      ) : (
        <aside className={classes.panel} aria-label={kindName ?? t('formEditor.panel')}>
          {open ? (
            <>
              <h2 className={classes.kind}>
                <Icon name={KIND_ICONS[open.kind]} size={16} /> {kindName}
              </h2>
              {panel}
            </>
          ) : (
            <PhonePreview form={form} />
          )}
        </aside>
      )}
    </div>
  );
}

const others = ({ fields }: change.FormPage, key: string): readonly FormField[] =>
  fields.filter((field) => field.key !== key);
const countOthers = (page: change.FormPage, key: string): number => others(page, key).length;

/** What stands above the questions. */
function FormTexts({ gaps }: Pick<QuestionsTabProps, 'gaps'>) {
  const { t } = useWords();
  const { draft, edit } = useEditing();
  const lacks = (part: 'title' | 'pages') =>
    gaps.some((gap) => gap.part === part && change.isGap(draft, gap));
  return (
    <div className={classes.texts}>
      <WordsInput
        label={t('formEditor.title')}
        value={draft.title}
        max={200}
        error={lacks('title') && t('fields.required')}
        onChange={(title) => edit((before) => ({ ...before, title }), 'title')}
      />
      <WordsInput
        label={t('formEditor.lead')}
        value={draft.lead}
        max={1_000}
        isLong
        onChange={(lead) => edit((before) => ({ ...before, lead }), 'lead')}
      />
      {lacks('pages') && <p className={classes.wrong}>{t('formEditor.noQuestions')}</p>}
    </div>
  );
}

interface PageHeadProps {
  index: number;
  onStep: (
    make: (draft: Parameters<typeof change.addPage>[0]) => Parameters<typeof change.addPage>[0],
  ) => void;
}

function PageHead({ index, onStep }: PageHeadProps) {
  const { t } = useWords();
  const { draft, edit, mayEdit } = useEditing();
  const number = index + 1;
  const page = draft.pages[index];
  if (!page) return null;
  return (
    <header className={classes.pageHead}>
      <h2>{t('formEditor.pageNumber', { number })}</h2>
      <div className={classes.pageTitle}>
        <WordsInput
          label={t('formEditor.pageTitle', { number })}
          placeholder={t('formEditor.pageTitlePlaceholder')}
          isPlain
          value={page.title}
          max={200}
          onChange={(title) => edit((before) => change.changePage(before, index, { title }), `page.${index}`)}
        />
      </div>
      {mayEdit && (
        <Menu position="bottom-end" width={240}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('formEditor.pageActions', { number })}
            >
              <Icon name="ellipsis" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<Icon name="arrow-up" size={14} />}
              disabled={index === 0}
              onClick={() => onStep((before) => change.movePage(before, index, -1))}
            >
              {t('formEditor.up')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="arrow-down" size={14} />}
              disabled={number === draft.pages.length}
              onClick={() => onStep((before) => change.movePage(before, index, 1))}
            >
              {t('formEditor.down')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="merge" size={14} />}
              onClick={() => onStep((before) => change.removePage(before, index))}
            >
              {t('formEditor.pageRemove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </header>
  );
}

function AddQuestion({ isOff, onAdd }: { isOff: boolean; onAdd: (kind: FormFieldKind) => void }) {
  const { t } = useWords();
  return (
    <Menu position="bottom-start" width={340} returnFocus>
      <Menu.Target>
        <Button variant="subtle" leftSection={<Icon name="plus" size={14} />} disabled={isOff}>
          {t('formEditor.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <SimpleGrid cols={2} spacing={0} verticalSpacing={0}>
          {FORM_FIELD_KINDS.map((kind) => (
            <Menu.Item
              key={kind}
              leftSection={<Icon name={KIND_ICONS[kind]} size={15} />}
              onClick={() => onAdd(kind)}
            >
              {t(`formEditor.kinds.${kind}`)}
            </Menu.Item>
          ))}
        </SimpleGrid>
      </Menu.Dropdown>
    </Menu>
  );
}

interface Drag {
  readonly key: string;
  readonly to: change.Place;
}

/** Nearer to an edge than this, the list scrolls along. */
const EDGE_PX = 60;
const SCROLL_PX = 12;

/** Where a question would stand if it were let go at this height; counted without itself. */
function placeAt(list: HTMLElement, key: string, y: number): change.Place {
  const pages = [...list.querySelectorAll<HTMLElement>('[data-page]')];
  const page = Math.max(
    0,
    pages.findLastIndex((each) => each.getBoundingClientRect().top <= y),
  );
  const rows = [...(pages[page]?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].filter(
    (row) => row.dataset.field !== key,
  );
  const index = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return { page, index: index < 0 ? rows.length : index };
}

/** Moves questions with mouse, pen or finger, by a handle; keys are the handle's own matter. */
function useDrag(list: RefObject<HTMLElement | null>, onMove: (key: string, to: change.Place) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const handlesOf = (key: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !list.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ key, to: placeAt(list.current, key, event.clientY) });
    },
    onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
      if (!drag || !list.current) return;
      setDrag({ key, to: placeAt(list.current, key, clientY) });
      const box = list.current.getBoundingClientRect();
      if (clientY < box.top + EDGE_PX) list.current.scrollBy({ top: -SCROLL_PX });
      if (clientY > box.bottom - EDGE_PX) list.current.scrollBy({ top: SCROLL_PX });
    },
    onPointerUp() {
      if (drag) onMove(drag.key, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { drag, handlesOf, cancel: () => setDrag(null) };
}
