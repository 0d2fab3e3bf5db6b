import { eraseAllCustomers } from '@hanasu/contract/customer-tasks';
import type { CustomerView } from '@hanasu/contract/customers';
import type { CustomerId, CustomerTaskId, UserId } from '@hanasu/contract/ids';
import { createTag, type TagView } from '@hanasu/contract/tags';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownersQuery, tagsQuery, useCreateTag } from '../../../entities/contact/customers.queries.ts';
import { findTags } from '../../../entities/contact/find-tags.ts';
import { TagDot } from '../../../entities/contact/TagChip.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { useBulkAll, useEraseAll } from '../imports/imports.queries.ts';
import { MergeButton } from '../merges/MergeParts.tsx';
import classes from './Customers.module.css';
import { type BulkInput, useBulkCustomers } from './customers.queries.ts';
import { undoOf } from './undo-bulk.ts';

interface Everybody {
  total: number;
  query: NonNullable<Parameters<ReturnType<typeof useBulkAll>['mutate']>[0]['query']>;
  /** They are being changed, which takes a while. */
  onTask: (uuid: CustomerTaskId) => void;
}

interface CustomerBulkProps {
  chosen: readonly Pick<CustomerView, 'uuid' | 'tags'>[];
  /** The same, where all that is known of them is shown: two of them can be made one. */
  pair?: readonly CustomerView[];
  onEnd: () => void;
  /** The whole list, of which some may not be loaded; absent: only who is chosen is changed. */
  everybody?: Everybody | undefined;
}

/** What can be done with everybody who is chosen; each act can be taken back. */
export function CustomerBulk({ chosen, pair, everybody, onEnd }: CustomerBulkProps) {
  const { t } = useWords();
  const format = useFormat();
  const [isAll, setIsAll] = useState(false);
  const whole = isAll ? everybody : undefined;
  const all = useBulkAll();
  const uuids = chosen.map(({ uuid }) => uuid);
  const some = useBulkWithUndo(uuids);
  const run = (action: BulkInput['action']) =>
    whole
      ? all.mutate(
          { query: whole.query, action, atMost: whole.total },
          { onSuccess: ({ uuid }) => whole.onTask(uuid) },
        )
      : some.run(action);
  /** All of the list is chosen, by one button or one by one. */
  const everyone = whole ?? (everybody && everybody.total <= chosen.length ? everybody : undefined);
  const isPending = some.isPending || all.isPending;
  const create = useCreateTag();
  const { data: tags = [] } = useQuery(tagsQuery);
  const theirs = tags.filter(
    ({ uuid }) => whole || chosen.some((one) => one.tags.some((tag) => tag.uuid === uuid)),
  );
  const tagNew = async (name: string) => {
    const { uuid } = await create.mutateAsync({ name });
    run({ kind: 'tag', tagUuid: uuid });
  };
  return (
    <section className={classes.bulk} aria-label={t('customers.bulk.label')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        onClick={onEnd}
        aria-label={t('customers.bulk.none')}
      >
        <Icon name="x" />
      </ActionIcon>
      <strong aria-live="polite">
        {whole
          ? t('customerImports.bulk.chosen', { number: format.number(whole.total) })
          : t('customers.bulk.count', { count: chosen.length })}
      </strong>
      {!whole && everybody && everybody.total > chosen.length && (
        <Button size="compact-md" variant="subtle" onClick={() => setIsAll(true)}>
          {t('customerImports.bulk.everybody', { number: format.number(everybody.total) })}
        </Button>
      )}
      <TagMenu
        label={t('contact.tags.add')}
        icon="plus"
        tags={tags}
        isBusy={isPending}
        onTag={({ uuid }) => run({ kind: 'tag', tagUuid: uuid })}
        onFresh={(name) => void tagNew(name).catch(() => undefined)}
      />
      <TagMenu
        label={t('customers.bulk.untag')}
        icon="x"
        tags={theirs}
        isBusy={isPending}
        onTag={({ uuid }) => run({ kind: 'untag', tagUuid: uuid })}
      />
      {pair && !whole && <MergeButton pair={pair} onMerged={onEnd} />}
      <AssignMenu isBusy={isPending} onAssign={(ownerUuid) => run({ kind: 'assign', ownerUuid })} />
      {everyone && (
        <Can endpoint={eraseAllCustomers}>
          <EraseAll everybody={everyone} />
        </Can>
      )}
    </section>
  );
}

/** For ever, and so after the number was typed. */
function EraseAll({ everybody: { total, query, onTask } }: { everybody: Everybody }) {
  const { t } = useWords();
  const format = useFormat();
  const [isAsking, dialog] = useDisclosure(false);
  const { mutate, isPending, error } = useEraseAll();
  const words = { count: total, number: format.number(total) };
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        color="red"
        leftSection={<Icon name="trash-2" size={14} />}
        onClick={dialog.open}
      >
        {t('customers.erase.open')}
      </Button>
      <ConfirmDelete
        opened={isAsking}
        onClose={dialog.close}
        title={t('customers.eraseAll.title', words)}
        action={t('customers.erase.open')}
        asksName={String(total)}
        pending={isPending}
        error={error}
        onConfirm={() => mutate({ query, atMost: total }, { onSuccess: ({ uuid }) => onTask(uuid) })}
      >
        {t('customers.eraseAll.text')}
      </ConfirmDelete>
    </>
  );
}

function useBulkWithUndo(uuids: CustomerId[]) {
  const { t } = useWords();
  const { mutate, isPending } = useBulkCustomers();
  const run = (action: BulkInput['action']) =>
    mutate([{ uuids, action }], {
      onSuccess: (changed) => {
        const id = `customers-bulk-${Date.now()}`;
        const takeBack = () => {
          toasts.remove(id);
          mutate(undoOf(action, changed), {
            onSuccess: () => toasts.add({ title: t('customers.bulk.undone') }),
          });
        };
        toasts.add(
          changed.length === 0
            ? { title: t('customers.bulk.nothing'), color: 'info' }
            : {
                title: t(`customers.bulk.done.${action.kind}`, { count: changed.length }),
                action: { label: t('shell.undo'), onClick: takeBack },
              },
          id,
        );
      },
    });
  return { run, isPending };
}

interface TagMenuProps {
  label: string;
  icon: IconName;
  tags: readonly TagView[];
  isBusy: boolean;
  onTag: (tag: TagView) => void;
  /** Makes one of this name; absent: only tags that there are. */
  onFresh?: (name: string) => void;
}

function TagMenu({ label, icon, tags, isBusy, onTag, onFresh }: TagMenuProps) {
  const { t } = useWords();
  const mayCreate = usePermission(createTag);
  const [typed, setTyped] = useState('');
  const { fitting, fresh } = findTags(tags, [], typed);
  return (
    <Menu position="top" width={260} onClose={() => setTyped('')}>
      <Menu.Target>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<Icon name={icon} size={14} />}
          disabled={isBusy || (!onFresh && tags.length === 0)}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Search
          placeholder={t('customers.bulk.findTag')}
          aria-label={t('customers.bulk.findTag')}
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {fitting.map((tag) => (
          <Menu.Item key={tag.uuid} leftSection={<TagDot color={tag.color} />} onClick={() => onTag(tag)}>
            {tag.name}
          </Menu.Item>
        ))}
        {onFresh && mayCreate && fresh !== null && (
          <Menu.Item leftSection={<Icon name="plus" size={14} />} onClick={() => onFresh(fresh)}>
            {t('contact.tags.create', { name: fresh })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function AssignMenu({ isBusy, onAssign }: { isBusy: boolean; onAssign: (owner: UserId | null) => void }) {
  const { t } = useWords();
  const { data: members = [] } = useQuery(ownersQuery);
  return (
    <Menu position="top-end" width={240}>
      <Menu.Target>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<Icon name="user-plus" size={14} />}
          disabled={isBusy}
        >
          {t('customers.bulk.assign')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {members.map(({ uuid, name }) => (
          <Menu.Item key={uuid} onClick={() => onAssign(uuid)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="user-minus" size={14} />} onClick={() => onAssign(null)}>
          {t('customers.filters.noOwner')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
