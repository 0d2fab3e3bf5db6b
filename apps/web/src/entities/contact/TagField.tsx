import { createTag, type TagShort } from '@hanasu/contract/tags';
import { Combobox, PillsInput, useCombobox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type KeyboardEvent, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { usePermission } from '../../shell/use-permission.ts';
import { isInputMethodKey } from '../../theme/input-method.ts';
import { type SaveCustomer, tagGroupsQuery, tagsQuery, useCreateTag } from './customers.queries.ts';
import { findTags } from './find-tags.ts';
import { fieldClasses } from './SavedField.tsx';
import classes from './TagChip.module.css';
import { TagChip, TagDot } from './TagChip.tsx';

const CREATE = 'create';
/** More would not be looked through; typing finds the others. */
const SHOWN = 50;

interface TagFieldProps {
  tags: readonly TagShort[];
  save: SaveCustomer;
}

/** Tags of a customer, given and taken by keyboard: words find one, Enter gives it or makes it, Backspace takes the last. */
export function TagField({ tags, save }: TagFieldProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const offers = useOffers(tags, typed);
  const { fault, giveOption, giveTyped, takeTag } = useTagging({ tags, save, typed, setTyped, offers });
  const { selectFirstOption, resetSelectedOption } = combobox;
  useEffect(() => {
    if (typed.trim() === '') resetSelectedOption();
    else selectFirstOption();
  }, [typed, selectFirstOption, resetSelectedOption]);
  const take = (tag: TagShort) => {
    field.current?.focus();
    takeTag(tag);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Otherwise the Enter that ends a conversion would give a tag.
    if (isInputMethodKey(event.nativeEvent)) {
      event.stopPropagation();
      return;
    }
    // The first is marked as soon as it is drawn; who types faster means it too.
    if (event.key === 'Enter' && typed.trim() !== '' && combobox.getSelectedOptionIndex() === -1) {
      event.preventDefault();
      event.stopPropagation();
      combobox.closeDropdown();
      giveTyped();
    }
    const last = tags.at(-1);
    if (event.key === 'Backspace' && typed === '' && last) take(last);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        // It would lie over what comes next; a click or a letter opens it again.
        combobox.closeDropdown();
        giveOption(value);
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          label={t('contact.tags.label')}
          error={fault}
          classNames={fieldClasses}
          onClick={() => combobox.openDropdown()}
        >
          <span className={classes.list}>
            {tags.map((tag) => (
              <TagChip key={tag.uuid} tag={tag} onRemove={() => take(tag)} />
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                ref={field}
                value={typed}
                maxLength={60}
                aria-label={t('contact.tags.label')}
                placeholder={t('contact.tags.add')}
                autoComplete="off"
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onKeyDownCapture={onKeyDown}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  combobox.openDropdown();
                }}
              />
            </Combobox.EventsTarget>
          </span>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Offered {...offers} />
    </Combobox>
  );
}

type Offers = ReturnType<typeof useOffers>;

function Offered({ options, fresh, groupOf }: Offers) {
  const { t } = useWords();
  return (
    <Combobox.Dropdown hidden={options.length === 0 && fresh === null}>
      <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={t('contact.tags.label')}>
        {options.slice(0, SHOWN).map((tag) => (
          <Combobox.Option key={tag.uuid} value={tag.uuid}>
            <span className={classes.option}>
              <TagDot color={tag.color} />
              <span className={classes.word}>{tag.name}</span>
              {groupOf(tag) && <small>{groupOf(tag)}</small>}
            </span>
          </Combobox.Option>
        ))}
        {fresh !== null && (
          <Combobox.Option value={CREATE}>
            <span className={classes.option}>
              <Icon name="plus" size={13} />
              <span className={classes.word}>{t('contact.tags.create', { name: fresh })}</span>
            </span>
          </Combobox.Option>
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

/** What can be given: tags that fit, and a new one where the person may make it. */
function useOffers(given: readonly TagShort[], typed: string) {
  const mayCreate = usePermission(createTag);
  const { data: all = [], isPending } = useQuery(tagsQuery);
  const { data: groups = [] } = useQuery(tagGroupsQuery);
  const { fitting, fresh } = findTags(all, given, typed);
  return {
    options: fitting,
    mayCreate,
    fresh: mayCreate && !isPending ? fresh : null,
    groupOf: ({ groupUuid }: TagShort) => groups.find(({ uuid }) => uuid === groupUuid)?.name,
  };
}

interface Tagging extends TagFieldProps {
  readonly typed: string;
  readonly setTyped: Dispatch<SetStateAction<string>>;
  readonly offers: Offers;
}

/** Gives and takes; what was typed is not lost when that fails. */
function useTagging({ tags, save, typed, setTyped, offers: { options, fresh, mayCreate } }: Tagging) {
  const queryClient = useQueryClient();
  const create = useCreateTag();
  const [fault, setFault] = useState<string | null>(null);
  const run = async (act: () => Promise<unknown>) => {
    setFault(null);
    try {
      await act();
      return true;
    } catch (error) {
      setFault(errorMessage(error));
      return false;
    }
  };
  const give = async (choose: () => Promise<Pick<TagShort, 'uuid'> | undefined>) => {
    setTyped('');
    const done = await run(async () => {
      const chosen = await choose();
      if (chosen) await save({ addTags: [chosen.uuid] });
    });
    // Unless something else is typed by now.
    if (!done) setTyped((now) => now || typed);
  };
  return {
    fault,
    giveOption: (value: string) =>
      void give(async () =>
        value === CREATE && fresh !== null
          ? create.mutateAsync({ name: fresh })
          : options.find(({ uuid }) => uuid === value),
      ),
    /** For who is faster than the list: what it would have offered first. */
    giveTyped: () =>
      void give(async () => {
        const found = findTags(await queryClient.ensureQueryData(tagsQuery), tags, typed);
        const [first] = found.fitting;
        return (
          first ?? (mayCreate && found.fresh !== null ? create.mutateAsync({ name: found.fresh }) : undefined)
        );
      }),
    takeTag: ({ uuid }: TagShort) => void run(() => save({ removeTags: [uuid] })),
  };
}
