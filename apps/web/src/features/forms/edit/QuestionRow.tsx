import type { FormField } from '@hanasu/contract/form-definition';
import { ActionIcon, Menu } from '@mantine/core';
import type { DOMAttributes } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { KIND_ICONS } from './FieldPanel.tsx';
import { lacksWords, placeBeside, placeOf } from './form-draft.ts';
import classes from './Questions.module.css';
import { useFieldWords } from './use-field-words.ts';
import { useEditing } from './use-form-draft.ts';

interface QuestionRowProps {
  field: FormField;
  isOpen: boolean;
  /** Something has to be filled in before it can be published. */
  hasGap: boolean;
  isDragged: boolean;
  /** What is dragged would stand above it. */
  isBelowDrop: boolean;
  handles: DOMAttributes<HTMLElement>;
  onOpen: () => void;
  onMove: (by: -1 | 1) => void;
  onPage: (page: number) => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** One question in the list. Arrow keys on its handle move it. */
export function QuestionRow(props: QuestionRowProps) {
  const { field, isOpen, hasGap, isDragged, isBelowDrop, handles, onOpen, onMove } = props;
  const { t } = useWords();
  const { draft, language, mayEdit } = useEditing();
  const wordsOf = useFieldWords();
  const name = wordsOf(field);
  const isMissing = lacksWords(field, language);
  return (
    <li
      className={classes.row}
      data-field={field.key}
      data-open={isOpen || undefined}
      data-dragged={isDragged || undefined}
      data-drop={isBelowDrop || undefined}
    >
      {mayEdit && (
        <button
          type="button"
          className={classes.handle}
          data-handle
          aria-label={t('formEditor.handle', { name })}
          aria-roledescription={t('formEditor.handleRole')}
          {...handles}
          onKeyDown={(event) => {
            handles.onKeyDown?.(event);
            const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
            if (by === null) return;
            event.preventDefault();
            onMove(by);
          }}
        >
          <Icon name="grip-vertical" size={16} />
        </button>
      )}
      <button type="button" className={classes.open} aria-current={isOpen || undefined} onClick={onOpen}>
        <Icon name={KIND_ICONS[field.kind]} size={16} />
        <span className={classes.words}>
          <span className={classes.label}>
            {name}
            {'required' in field && field.required && (
              <span className={classes.required}>{t('formEditor.required')}</span>
            )}
          </span>
          <span className={classes.facts}>
            {t(`formEditor.kinds.${field.kind}`)}
            {'showIf' in field && field.showIf && ` · ${t('formEditor.hasCondition')}`}
            {'mapTo' in field && field.mapTo && ` · ${t('formEditor.hasTarget')}`}
          </span>
          {(isMissing || hasGap) && (
            <span className={hasGap ? classes.wrong : classes.missing}>
              <Icon name={hasGap ? 'triangle-alert' : 'languages'} size={13} />
              {t(hasGap ? 'formEditor.gap' : 'formEditor.missing')}
            </span>
          )}
        </span>
      </button>
      {mayEdit && <RowMenu {...props} name={name} draftPages={draft.pages.length} />}
    </li>
  );
}

interface RowMenuProps extends QuestionRowProps {
  name: string;
  draftPages: number;
}

function RowMenu({ field, name, draftPages, onMove, onPage, onDuplicate, onDelete }: RowMenuProps) {
  const { t } = useWords();
  const { draft } = useEditing();
  const own = placeOf(draft, field.key)?.page;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes.more ?? ''}
          aria-label={t('formEditor.actions', { name })}
        >
          <Icon name="ellipsis" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="arrow-up" size={14} />}
          disabled={!placeBeside(draft, field.key, -1)}
          onClick={() => onMove(-1)}
        >
          {t('formEditor.up')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="arrow-down" size={14} />}
          disabled={!placeBeside(draft, field.key, 1)}
          onClick={() => onMove(1)}
        >
          {t('formEditor.down')}
        </Menu.Item>
        {Array.from({ length: draftPages }, (_, page) => page)
          .filter((page) => page !== own)
          .map((page) => (
            <Menu.Item key={page} leftSection={<Icon name="files" size={14} />} onClick={() => onPage(page)}>
              {t('formEditor.toPage', { number: page + 1 })}
            </Menu.Item>
          ))}
        <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={onDuplicate}>
          {t('formEditor.duplicate')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<Icon name="trash-2" size={14} />} onClick={onDelete}>
          {t('formEditor.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
