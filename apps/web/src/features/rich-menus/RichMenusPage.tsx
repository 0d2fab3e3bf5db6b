import type { ChannelView } from '@hanasu/contract/channels';
import { changeRichMenu, createRichMenu, type RichMenuView } from '@hanasu/contract/rich-menus';
import { Button, FileButton, Group, Select, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { NameDialog, NameForm } from '../../shell/components/NameForm.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { meQuery } from '../../shell/shell.queries.ts';
import { usePermission } from '../../shell/use-permission.ts';
import { AtLine } from './AtLine.tsx';
import { type STARTER_PARTS, starterMenu } from './edit/menu-draft.ts';
import { newPartId } from './edit/use-picture-editing.ts';
import { MenuActions, MenuStateBadge, useShownWhen, WeekBars } from './MenuActions.tsx';
import classes from './RichMenus.module.css';
import { menusQuery, useCreateMenu, useImportMenu, useMoveMenu } from './rich-menus.queries.ts';

/** The menus of a LINE channel in the order in which they are looked at, and how they stand at LINE. */
export function RichMenusPage() {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const channels = useQuery(channelsQuery);
  const navigate = useNavigate({ from: '/Channel/rich-menu/' });
  const { channel: wanted, create } = useSearch({ from: '/_default/Channel/rich-menu/' });
  const lines = channels.data?.items.filter(({ kind }) => kind === 'line') ?? [];
  const channel = lines.find(({ uuid }) => uuid === wanted) ?? lines[0];
  const setCreate = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, create: open || undefined }), replace: !open });
  return (
    <PageFrame
      title={t('richMenus.title')}
      purpose={t('richMenus.purpose')}
      actions={channel && <NewMenu channel={channel} onCreate={() => setCreate(true)} />}
    >
      {channels.isError && <ErrorNotice error={channels.error} onRetry={() => void channels.refetch()} />}
      {channels.isPending && <Skeleton height={220} radius="lg" aria-hidden />}
      {channels.data && !channel && <NoChannel />}
      {channel && (
        <Stack gap="lg">
          {lines.length > 1 && (
            <Select
              label={t('richMenus.channel')}
              allowDeselect={false}
              maw={360}
              data={nameOptions(lines)}
              value={channel.uuid}
              onChange={(value) => {
                const chosen = lines.find(({ uuid }) => uuid === value)?.uuid;
                void navigate({ search: (old) => ({ ...old, channel: chosen }), replace: true });
              }}
            />
          )}
          <AtLine channelUuid={channel.uuid} />
          <Menus key={channel.uuid} channel={channel} onCreate={() => setCreate(true)} />
          <CreateMenu channel={channel} opened={create === true} onClose={() => setCreate(false)} />
        </Stack>
      )}
    </PageFrame>
  );
}

function NoChannel() {
  const { t } = useWords();
  return (
    <EmptyState
      drawing="channel"
      title={t('richMenus.noChannel')}
      text={t('richMenus.noChannelText')}
      action={
        <Group justify="center" gap="xs">
          <Link to="/Channel" search={{ connect: 'line' }} className={classes.linkButton} data-main>
            {t('richMenus.connectLine')}
          </Link>
          <Link to="/Channel" search={{ connect: 'sandbox' }} className={classes.linkButton}>
            {t('richMenus.trySandbox')}
          </Link>
        </Group>
      }
    />
  );
}

function NewMenu({ channel, onCreate }: { channel: ChannelView; onCreate: () => void }) {
  const { t } = useWords();
  const importing = useImportMenu(channel.uuid);
  const { data: menus } = useQuery(menusQuery(channel.uuid));
  const navigate = useNavigate();
  const read = (file: File | null) =>
    file &&
    importing.mutate(file, {
      onSuccess: ({ uuid }) => void navigate({ to: '/Channel/rich-menu/$uuid', params: { uuid } }),
      onError: (error) => void toasts.add({ title: errorMessage(error), color: 'error' }),
    });
  return (
    <Can endpoint={createRichMenu}>
      <Group gap="xs">
        <FileButton accept="application/json,.json" onChange={read}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="file-up" />}
              loading={importing.isPending}
            >
              {t('richMenus.import')}
            </Button>
          )}
        </FileButton>
        {/* An empty page has its own. */}
        {menus?.length !== 0 && (
          <Button leftSection={<Icon name="plus" />} onClick={onCreate}>
            {t('richMenus.create')}
          </Button>
        )}
      </Group>
    </Can>
  );
}

function Menus({ channel, onCreate }: { channel: ChannelView; onCreate: () => void }) {
  const { t } = useWords();
  const menus = useQuery(menusQuery(channel.uuid));
  if (menus.isError) return <ErrorNotice error={menus.error} onRetry={() => void menus.refetch()} />;
  if (menus.isPending) return <Skeleton height={180} radius="lg" aria-hidden />;
  if (menus.data.length === 0)
    return (
      <EmptyState
        drawing="menu"
        title={t('richMenus.empty')}
        text={t('richMenus.emptyText')}
        action={
          <Can endpoint={createRichMenu}>
            <Button leftSection={<Icon name="plus" />} onClick={onCreate}>
              {t('richMenus.createFirst')}
            </Button>
          </Can>
        }
      />
    );
  return (
    <>
      <MenuList channel={channel} menus={menus.data} />
      <WeekBars menus={menus.data} />
    </>
  );
}

/** Ordered by a handle: with a pointer, or with the arrow keys. */
function MenuList({ channel, menus }: { channel: ChannelView; menus: readonly RichMenuView[] }) {
  const { t } = useWords();
  const list = useRef<HTMLOListElement>(null);
  const move = useMoveMenu(channel.uuid);
  const [said, setSaid] = useState('');
  const [drag, setDrag] = useState<{ uuid: string; to: number } | null>(null);
  const toFocus = useRef<string | null>(null);
  // A handle that was moved with its row loses the focus.
  useEffect(() => {
    if (toFocus.current === null || menus.length === 0) return;
    list.current?.querySelector<HTMLElement>(`[data-menu="${toFocus.current}"] [data-handle]`)?.focus();
    toFocus.current = null;
  }, [menus]);
  const place = (menu: RichMenuView, position: number) => {
    if (position < 0 || position >= menus.length || menus[position] === menu) return;
    toFocus.current = menu.uuid;
    move.mutate({ uuid: menu.uuid, position });
    setSaid(t('richMenus.moved', { name: menu.name, place: position + 1 }));
  };
  const dragOf = (menu: RichMenuView) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ uuid: menu.uuid, to: menus.indexOf(menu) });
    },
    onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
      if (drag) setDrag({ ...drag, to: placeAt(list.current, menu.uuid, clientY) });
    },
    onPointerUp() {
      if (drag) place(menu, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  return (
    <section aria-labelledby="menu-order">
      <h2 id="menu-order" className={classes.section}>
        {t('richMenus.order')}
      </h2>
      <p className={classes.note}>{t('richMenus.orderText')}</p>
      <ol ref={list} className={classes.rows}>
        {menus.map((menu, index) => (
          <MenuRow
            key={menu.uuid}
            menu={menu}
            place={index + 1}
            isDragged={drag?.uuid === menu.uuid}
            drop={drag && drag.uuid !== menu.uuid && drag.to === index ? dropSide(menus, drag) : undefined}
            handles={dragOf(menu)}
            onMove={(by) => place(menu, index + by)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  );
}

const dropSide = (menus: readonly RichMenuView[], { uuid, to }: { uuid: string; to: number }) =>
  menus.findIndex((menu) => menu.uuid === uuid) < to ? 'after' : 'before';

/** Where a row would stand if it were let go at this height. */
function placeAt(list: HTMLElement | null, uuid: string, y: number): number {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-menu]') ?? [])].filter(
    (row) => row.dataset.menu !== uuid,
  );
  const index = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return index < 0 ? rows.length : index;
}

interface MenuRowProps {
  menu: RichMenuView;
  place: number;
  isDragged: boolean;
  drop: 'before' | 'after' | undefined;
  handles: Partial<
    Record<
      'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
      (event: PointerEvent<HTMLElement>) => void
    >
  >;
  onMove: (by: -1 | 1) => void;
}

function MenuRow({ menu, place, isDragged, drop, handles, onMove }: MenuRowProps) {
  const { t } = useWords();
  const format = useFormat();
  const mayChange = usePermission(changeRichMenu);
  const when = useShownWhen();
  const { form } = useSearch({ from: '/_default/Channel/rich-menu/' });
  const { uuid, name, state, friends, taps, hasChanges, version } = menu;
  return (
    <li className={classes.row} data-menu={uuid} data-dragged={isDragged || undefined} data-drop={drop}>
      {mayChange && (
        <button
          type="button"
          className={classes.handle}
          data-handle
          aria-label={t('richMenus.handle', { name })}
          aria-roledescription={t('richMenus.handleRole')}
          {...handles}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
            if (by === null) return;
            event.preventDefault();
            onMove(by);
          }}
        >
          <Icon name="grip-vertical" size={16} />
        </button>
      )}
      <span className={classes.place} aria-hidden>
        {place}
      </span>
      <div className={classes.main}>
        <Link to="/Channel/rich-menu/$uuid" params={{ uuid }} search={{ form }} className={classes.name}>
          {name}
        </Link>
        <span className={classes.facts}>
          {when(menu)}
          {version !== null && hasChanges && ` · ${t('richMenus.hasChanges')}`}
        </span>
        {menu.segmentProblem && <span className={classes.wrong}>{t('richMenus.segmentProblem')}</span>}
      </div>
      <div className={classes.standing}>
        <MenuStateBadge state={state} />
        {state === 'live' && (
          <span className={classes.count}>
            {friends === null
              ? t('richMenus.others')
              : t('richMenus.friends', { count: friends, number: format.number(friends) })}
          </span>
        )}
        {version !== null && (
          <Link
            to="/Channel/rich-menu/$uuid"
            params={{ uuid }}
            search={{ tab: 'report' }}
            className={classes.count}
          >
            {t('richMenus.taps', { count: taps, number: format.number(taps) })}
          </Link>
        )}
      </div>
      <MenuActions menu={menu} />
    </li>
  );
}

interface CreateMenuProps {
  channel: ChannelView;
  opened: boolean;
  onClose: () => void;
}

function CreateMenu({ channel, opened, onClose }: CreateMenuProps) {
  const { t } = useWords();
  return (
    <NameDialog opened={opened} onClose={onClose} title={t('richMenus.createTitle')}>
      <CreateFields channel={channel} onClose={onClose} />
    </NameDialog>
  );
}

/** What a new menu begins with, in the language of whoever makes it. */
function useStarter() {
  const { t, locale } = useWords();
  const { data: me } = useQuery(meQuery);
  const part = (name: (typeof STARTER_PARTS)[number]) => ({
    text: t(`menuEditor.starter.${name}.text`),
    message: name === 'phone' ? null : t(`menuEditor.starter.${name}.message`),
  });
  return () =>
    starterMenu(
      {
        chatBarText: t('menuEditor.chatBarDefault'),
        parts: {
          booking: part('booking'),
          hours: part('hours'),
          prices: part('prices'),
          contact: part('contact'),
          access: part('access'),
          phone: part('phone'),
        },
        pricesIcon: locale === 'ja' ? 'japanese-yen' : 'credit-card',
        color: me?.account.color ?? null,
      },
      newPartId,
    );
}

function CreateFields({ channel, onClose }: Omit<CreateMenuProps, 'opened'>) {
  const { t } = useWords();
  const starter = useStarter();
  const create = useCreateMenu();
  const navigate = useNavigate();
  const { form } = useSearch({ from: '/_default/Channel/rich-menu/' });
  return (
    <NameForm
      label={t('richMenus.name')}
      help={t('richMenus.nameHelp')}
      action={t('richMenus.createAction')}
      isPending={create.isPending}
      error={create.error}
      onCancel={onClose}
      onName={(name) =>
        create.mutate(
          { channelUuid: channel.uuid, name, definition: starter() },
          {
            onSuccess: ({ uuid }) =>
              void navigate({ to: '/Channel/rich-menu/$uuid', params: { uuid }, search: { form } }),
          },
        )
      }
    />
  );
}
