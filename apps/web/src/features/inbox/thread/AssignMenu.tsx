import { Avatar, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { operatorsQuery } from '../inbox.queries.ts';
import type { AssignTo } from '../inbox-work.mutations.ts';
import classes from '../list/List.module.css';

interface AssignMenuProps {
  onAssign: (to: AssignTo) => void;
  disabled?: boolean;
  opened?: boolean;
  onChange?: (opened: boolean) => void;
  /** Only the picture, where room is scarce. */
  narrow?: boolean;
}

/** Colleagues with whether they are there and how much they have; whoever is next; nobody. */
export function AssignMenu({
  onAssign,
  disabled = false,
  opened,
  onChange,
  narrow = false,
}: AssignMenuProps) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const { data: operators = [] } = useQuery(operatorsQuery);
  const mine = operators.filter(({ uuid }) => uuid === me?.uuid);
  const others = operators.filter(({ uuid }) => uuid !== me?.uuid);
  const sorted = [
    ...mine,
    ...others.toSorted(
      (one, other) => Number(other.available) - Number(one.available) || one.open - other.open,
    ),
  ];
  return (
    <Menu
      position="bottom-end"
      width={270}
      {...(opened === undefined ? {} : { opened })}
      {...(onChange ? { onChange } : {})}
    >
      <Menu.Target>
        <Button
          size={narrow ? 'xs' : 'compact-sm'}
          variant="default"
          disabled={disabled}
          {...(narrow
            ? { 'aria-label': t('inboxThread.assign.button'), title: t('inboxThread.assign.button'), px: 8 }
            : {})}
        >
          {narrow ? <Icon name="user-plus" size={15} /> : t('inboxThread.assign.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.longMenu ?? ''}>
        <Menu.Label>{t('inboxThread.assign.title')}</Menu.Label>
        <Menu.Item leftSection={<Icon name="users" />} onClick={() => onAssign('next')}>
          {t('inboxThread.assign.next')}
        </Menu.Item>
        {sorted.map(({ uuid, name, avatarUrl, available, open }) => (
          <Menu.Item
            key={uuid}
            leftSection={<Avatar src={avatarUrl} alt="" name={name} size={22} aria-hidden />}
            onClick={() => onAssign(uuid)}
          >
            <span className={classes.colleague}>
              <span className={classes.colleagueName}>
                {uuid === me?.uuid ? `${t('inboxThread.assign.me')} (${name})` : name}
              </span>
              <span className={classes.colleagueFacts} data-available={available || undefined}>
                <Icon name={available ? 'check-circle-2' : 'moon'} size={11} />
                {t(`inboxList.availability.${available ? 'available' : 'away'}`)} ·{' '}
                {t('inboxThread.assign.open', { count: open })}
              </span>
            </span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="user-minus" />} onClick={() => onAssign('nobody')}>
          {t('inboxThread.assign.nobody')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
