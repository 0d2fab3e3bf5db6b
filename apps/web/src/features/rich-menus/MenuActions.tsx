import {
  changeRichMenu,
  exportRichMenu,
  type MENU_STATES,
  type RichMenuSettings,
  type RichMenuView,
} from '@hanasu/contract/rich-menus';
import { ActionIcon, Badge, Menu, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { segmentsQuery } from '../../entities/contact/segments.queries.ts';
import { isPublished } from '../../entities/rich-menu/rich-menus.queries.ts';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { saveBlob } from '../../shell/save-blob.ts';
import { usePermission } from '../../shell/use-permission.ts';
import classes from './RichMenus.module.css';
import { useCreateMenu, useDeleteMenu, useOrderAtLine } from './rich-menus.queries.ts';

const LOOKS = {
  draft: { color: 'gray', icon: 'circle-dashed' },
  live: { color: 'green', icon: 'check' },
  scheduled: { color: 'blue', icon: 'clock' },
  withdrawn: { color: 'orange', icon: 'pause' },
} as const satisfies Record<(typeof MENU_STATES)[number], { color: string; icon: IconName }>;

/** Whether friends see a menu, by word, picture and colour. */
export function MenuStateBadge({ state }: Pick<RichMenuView, 'state'>) {
  const { t } = useWords();
  const { color, icon } = LOOKS[state];
  return (
    <Badge color={color} leftSection={<Icon name={icon} size={12} />} style={{ flexShrink: 0 }}>
      {t(`richMenus.states.${state}`)}
    </Badge>
  );
}

/** 1 January 2023 was a Sunday, which is day 0. */
const dayOf = (weekday: number): Date => new Date(Date.UTC(2023, 0, 1 + weekday));
/** Short names of days, 0 is Sunday. */
export function useDayName(): (weekday: number) => string {
  const { locale } = useWords();
  const names = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { weekday: 'short', timeZone: 'UTC' });
  return (weekday) => names.format(dayOf(weekday));
}

/** For whom a menu is and when, in one line. */
export function useShownWhen(): (menu: { settings: RichMenuSettings }) => string {
  const { t } = useWords();
  const format = useFormat();
  const dayName = useDayName();
  const { data: segments } = useQuery(segmentsQuery);
  return ({ settings: { segmentUuid, from, until, weekdays, hours } }) => {
    const segment = segments?.find(({ uuid }) => uuid === segmentUuid)?.name ?? t('richMenus.aSegment');
    return [
      segmentUuid === null ? t('richMenus.everybody') : segment,
      from !== null && t('richMenus.from', { time: format.dateTime(from) }),
      until !== null && t('richMenus.until', { time: format.dateTime(until) }),
      weekdays.length > 0 && weekdays.length < 7 && weekdays.map(dayName).join(' '),
      hours !== 'always' && t(`richMenus.hours.${hours}`),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

/** Solid: for everybody, at any hour of the day. */
const isSometimes = ({ segmentUuid, from, until, hours }: RichMenuSettings): boolean =>
  segmentUuid !== null || from !== null || until !== null || hours !== 'always';

/** The days on which published menus are shown, one bar for each; dashed where something else decides, too. */
export function WeekBars({ menus }: { menus: readonly RichMenuView[] }) {
  const { t } = useWords();
  const { firstDayOfWeek } = useFormat();
  const dayName = useDayName();
  const when = useShownWhen();
  const shown = menus.filter(isPublished);
  if (shown.length < 2) return null;
  const days = Array.from({ length: 7 }, (_, index) => (firstDayOfWeek + index) % 7);
  return (
    <table className={classes.week}>
      <caption className={classes.section}>{t('richMenus.week.title')}</caption>
      <thead>
        <tr>
          <td />
          {days.map((day) => (
            <th key={day} scope="col">
              {dayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((menu) => (
          <tr key={menu.uuid} data-sometimes={isSometimes(menu.settings) || undefined} title={when(menu)}>
            <th scope="row">{menu.name}</th>
            {days.map((day) => {
              const isOn = menu.settings.weekdays.length === 0 || menu.settings.weekdays.includes(day);
              return (
                <td key={day} data-on={isOn || undefined}>
                  <VisuallyHidden>
                    {t(isOn ? 'richMenus.week.shown' : 'richMenus.week.notShown')}
                  </VisuallyHidden>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MenuActionsProps {
  menu: RichMenuView;
  /** After it was deleted. */
  onDeleted?: () => void;
  /** In the editor: opens the published versions. */
  onVersions?: () => void;
}

/** The “…” of a rich menu. */
export function MenuActions({ menu, onDeleted, onVersions }: MenuActionsProps) {
  const { t } = useWords();
  const mayChange = usePermission(changeRichMenu);
  const navigate = useNavigate();
  const [isAsking, dialog] = useDisclosure(false);
  const create = useCreateMenu();
  const order = useOrderAtLine();
  const remove = useDeleteMenu();
  const { uuid, name, channelUuid, state } = menu;
  const isOut = state === 'live' || state === 'scheduled';
  const duplicate = () =>
    create.mutate(
      { channelUuid, name: t('richMenus.copyName', { name }).slice(0, 80), copyOf: uuid },
      {
        onSuccess: (copy) => void navigate({ to: '/Channel/rich-menu/$uuid', params: { uuid: copy.uuid } }),
        onError: (error) => void toasts.add({ title: errorMessage(error), color: 'error' }),
      },
    );
  const save = async () => {
    try {
      const file = await call(exportRichMenu, { params: { uuid } });
      saveBlob(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${name}.json`);
    } catch (error) {
      toasts.add({ title: errorMessage(error), color: 'error' });
    }
  };
  const withdraw = () =>
    order.mutate(
      { do: 'withdraw', menuUuid: uuid },
      { onSuccess: () => void toasts.add({ title: t('richMenus.withdrawn', { name }) }) },
    );
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={`${t('shell.more')}: ${name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange && (
            <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={duplicate}>
              {t('richMenus.duplicate')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="download" size={14} />} onClick={() => void save()}>
            {t('richMenus.export')}
          </Menu.Item>
          {menu.version !== null && onVersions && (
            <Menu.Item leftSection={<Icon name="history" size={14} />} onClick={onVersions}>
              {t('shell.versions.title')}
            </Menu.Item>
          )}
          {mayChange && isOut && (
            <Menu.Item leftSection={<Icon name="pause" size={14} />} onClick={withdraw}>
              {t('richMenus.withdraw')}
            </Menu.Item>
          )}
          {mayChange && (
            <Menu.Item color="red" leftSection={<Icon name="trash-2" size={14} />} onClick={dialog.open}>
              {t('richMenus.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDelete
        opened={isAsking}
        onClose={() => {
          dialog.close();
          remove.reset();
        }}
        title={t('richMenus.deleteTitle', { name })}
        action={t('richMenus.delete')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(uuid, {
            onSuccess: () => {
              dialog.close();
              toasts.add({ title: t('richMenus.deleted', { name }) });
              onDeleted?.();
            },
          })
        }
      >
        {t(isOut ? 'richMenus.deleteLiveText' : 'richMenus.deleteText')}
      </ConfirmDelete>
    </>
  );
}
