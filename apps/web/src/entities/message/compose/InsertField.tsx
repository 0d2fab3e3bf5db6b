import { ActionIcon, Menu, Popover, ScrollArea, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useVariableWords, variablesQuery } from '../variables.ts';
import classes from './Compose.module.css';
import { useComposing } from './compose-context.ts';
import { EMOJI } from './emoji.ts';

interface InsertFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  max: number;
  description?: string;
  placeholder?: string;
  error?: ReactNode;
  /** Several lines, with what can be inserted below them. */
  isLong?: boolean;
  isFirst?: boolean;
}

/** Words of a message: what is typed, variables that are filled in for each reader, emoji. */
export function InsertField(props: InsertFieldProps) {
  const { label, value, onChange, max, description, placeholder, error, isLong, isFirst } = props;
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const insert = (text: string) => {
    const from = field.current?.selectionStart ?? value.length;
    const to = field.current?.selectionEnd ?? value.length;
    onChange(value.slice(0, from) + text + value.slice(to));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const common = {
    ref: field,
    label,
    value,
    description,
    placeholder,
    error,
    readOnly: !mayEdit,
    'data-first': isFirst || undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const tools = mayEdit && (
    <>
      <VariablesMenu onInsert={insert} of={label} />
      <EmojiMenu onInsert={insert} of={label} />
    </>
  );
  if (!isLong)
    return (
      <TextInput
        {...common}
        maxLength={max}
        rightSection={tools}
        rightSectionWidth={mayEdit ? 72 : 0}
        rightSectionPointerEvents="auto"
      />
    );
  return (
    <div>
      <Textarea {...common} autosize minRows={3} maxRows={14} maxLength={max} />
      <div className={classes.fieldTools}>
        {tools}
        <span className={classes.count} aria-hidden>
          {t('messageComposer.count', { count: [...value].length, max })}
        </span>
      </div>
    </div>
  );
}

interface InsertMenuProps {
  onInsert: (text: string) => void;
  /** Label of the field. */
  of: string;
}

const button = { variant: 'subtle', color: 'gray', size: 32 } as const;

function VariablesMenu({ onInsert, of }: InsertMenuProps) {
  const { t } = useWords();
  const { data: variables = [] } = useQuery(variablesQuery);
  const wordsOf = useVariableWords();
  const markOf = (name: string) =>
    name === 'customer.name' ? `{{${name} | "${t('messageComposer.someone')}"}}` : `{{${name}}}`;
  return (
    <Menu position="bottom-end" width={300} returnFocus={false} withinPortal>
      <Menu.Target>
        <ActionIcon
          {...button}
          aria-label={t('messageComposer.insertVariable', { field: of })}
          title={t('messageComposer.variable')}
        >
          <Icon name="braces" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('messageComposer.variableHelp')}</Menu.Label>
        {variables.map(({ name, example }) => (
          <Menu.Item key={name} onClick={() => onInsert(markOf(name))}>
            {wordsOf(name)}
            {example && (
              <span className={classes.example}>{t('messageComposer.example', { value: example })}</span>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function EmojiMenu({ onInsert, of }: InsertMenuProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const shown = EMOJI.filter(([, words]) => words.toLowerCase().includes(wanted));
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={316}
      position="bottom-end"
      shadow="md"
      trapFocus
      withRoles
    >
      <Popover.Target>
        <ActionIcon
          {...button}
          aria-label={t('messageComposer.insertEmoji', { field: of })}
          title={t('messageComposer.emoji')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="smile" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('messageComposer.emoji')}>
        <TextInput
          data-autofocus
          size="xs"
          type="search"
          aria-label={t('messageComposer.emojiSearch')}
          placeholder={t('messageComposer.emojiSearch')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <ScrollArea.Autosize mah={210} mt={8}>
          <div className={classes.emoji}>
            {shown.map(([emoji, words]) => (
              <button
                key={emoji}
                type="button"
                aria-label={`${emoji} ${words}`}
                onClick={() => {
                  setOpen(false);
                  setQuery('');
                  onInsert(emoji);
                }}
              >
                {emoji}
              </button>
            ))}
          </div>
          {shown.length === 0 && <p className={classes.note}>{t('messageComposer.emojiNone')}</p>}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
