import { setAvailability } from '@hanasu/contract/inbox-work';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useMay } from '../../../shell/use-may.ts';
import { operatorsQuery } from '../inbox.queries.ts';
import { useSetAvailability } from '../inbox-work.mutations.ts';
import classes from './List.module.css';

/** Whether conversations may be given to me now. */
export function AvailabilityButton() {
  const { t } = useWords();
  const may = useMay(setAvailability);
  const { data: me } = useQuery(meQuery);
  const { data: operators } = useQuery(operatorsQuery);
  const { mutate, isPending } = useSetAvailability();
  const mine = operators?.find(({ uuid }) => uuid === me?.uuid);
  if (!may || !mine) return null;
  const state = t(`inboxWork.availability.${mine.available ? 'available' : 'away'}`);
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <button
          type="button"
          className={classes.availability}
          data-available={mine.available || undefined}
          aria-label={t('inboxWork.availability.label', { state })}
          disabled={isPending}
        >
          <Icon name={mine.available ? 'check-circle-2' : 'moon'} size={13} />
          {state}
          <Icon name="chevron-down" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name={mine.available ? 'moon' : 'check-circle-2'} />}
          onClick={() => mutate(!mine.available)}
        >
          {t(`inboxWork.availability.${mine.available ? 'goAway' : 'comeBack'}`)}
          <span className={classes.menuHelp}>{t('inboxWork.availability.help')}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
