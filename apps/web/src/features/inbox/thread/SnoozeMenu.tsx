import { Button, Menu, Popover, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from '../list/List.module.css';

interface SnoozeMenuProps {
  snoozedUntil: string | null;
  onSnooze: (until: string | null) => void;
  disabled?: boolean;
  opened?: boolean;
  onChange?: (opened: boolean) => void;
  /** Only the picture, where room is scarce. */
  narrow?: boolean;
}

/** Out of the list until a time, or until the customer writes. */
export function SnoozeMenu({
  snoozedUntil,
  onSnooze,
  disabled = false,
  narrow = false,
  ...menu
}: SnoozeMenuProps) {
  const { t } = useWords();
  const format = useFormat();
  const button = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean) => {
    // The menu takes care of its own focus only.
    if (!next && own) requestAnimationFrame(() => button.current?.focus());
    if (!next) setOwn(false);
    setOpen(next);
    menu.onChange?.(next);
  };
  const choose = (until: string | null) => {
    change(false);
    onSnooze(until);
  };
  return (
    <Menu position="bottom-end" width={270} opened={menu.opened ?? isOpen} onChange={change}>
      <Menu.Target>
        <Button
          ref={button}
          size={narrow ? 'xs' : 'compact-sm'}
          variant="default"
          disabled={disabled}
          {...(narrow
            ? { 'aria-label': t('inboxThread.snooze.button'), title: t('inboxThread.snooze.button'), px: 8 }
            : {})}
        >
          {narrow ? <Icon name="moon" size={15} /> : t('inboxThread.snooze.button')}
        </Button>
      </Menu.Target>
      {own ? (
        // A field is no part of a menu: what the menu lies in shows it instead.
        <Popover.Dropdown role="dialog" aria-label={t('inboxThread.snooze.pick')} p={4}>
          <OwnTime onChoose={choose} />
        </Popover.Dropdown>
      ) : (
        <Menu.Dropdown>
          {snoozedUntil && (
            <Menu.Item leftSection={<Icon name="undo-2" />} onClick={() => choose(null)}>
              {t('inboxThread.snooze.wake')}
            </Menu.Item>
          )}
          {snoozeTimes().map(({ name, until }) => (
            <Menu.Item
              key={name}
              leftSection={<Icon name="clock" />}
              onClick={() => choose(until.toISOString())}
            >
              {t(`inboxThread.snooze.${name}`, { time: format.time(until.toISOString()) })}
            </Menu.Item>
          ))}
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={<Icon name="pencil" />}
            onClick={() => setOwn(true)}
          >
            {t('inboxThread.snooze.pick')}
          </Menu.Item>
        </Menu.Dropdown>
      )}
    </Menu>
  );
}

const HOUR_MS = 3_600_000;
/** As a date field of this browser wants it: local, to the minute. */
const localTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function OwnTime({ onChoose }: { onChoose: (until: string) => void }) {
  const { t } = useWords();
  const [value, setValue] = useState(() => localTime(new Date(Date.now() + 24 * HOUR_MS)));
  const at = new Date(value);
  const isPossible = at.getTime() > Date.now();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) onChoose(at.toISOString());
  };
  // Keys pressed here are the field's, not the menu's; Escape closes both.
  const keepLetters = (event: KeyboardEvent) => event.key !== 'Escape' && event.stopPropagation();
  return (
    <form className={classes.ownTime} onSubmit={submit} onKeyDown={keepLetters}>
      <TextInput
        data-autofocus
        autoFocus
        size="xs"
        type="datetime-local"
        aria-label={t('inboxThread.snooze.pick')}
        value={value}
        min={localTime(new Date())}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" disabled={!isPossible}>
        {t('inboxThread.snooze.button')}
      </Button>
    </form>
  );
}

const MORNING = 9;
const MONDAY = 1;
const DAYS_OF_WEEK = 7;

interface SnoozeTime {
  name: 'hour' | 'hours' | 'tomorrow' | 'monday';
  until: Date;
}

const morningIn = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);

/** The times that are offered, in this person's own day. */
export function snoozeTimes(now = new Date()): SnoozeTime[] {
  const toMonday = (MONDAY - now.getDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK || DAYS_OF_WEEK;
  return [
    { name: 'hour', until: new Date(now.getTime() + HOUR_MS) },
    { name: 'hours', until: new Date(now.getTime() + 4 * HOUR_MS) },
    { name: 'tomorrow', until: morningIn(now, 1) },
    { name: 'monday', until: morningIn(now, toMonday) },
  ];
}
