import { listActionRules } from '@hanasu/contract/actions';
import { changeTag, createTag, createTagGroup, type TagGroupView, type TagView } from '@hanasu/contract/tags';
import { ActionIcon, Badge, Button, Menu, Skeleton, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { tagGroupsQuery, tagsQuery } from '../../../entities/contact/customers.queries.ts';
import { TagChip } from '../../../entities/contact/TagChip.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { placesAfterMove, sectionsOf, TAG_TABS } from './order-tags.ts';
import { DeleteGroup, DeleteTag, GroupDialog, MergeDialog, TagDialog } from './TagDialogs.tsx';
import classes from './Tags.module.css';
import { useArchiveTag, usePlaceGroups, usePlaceTags } from './tags.mutations.ts';

const RulesTab = lazy(async () => ({ default: (await import('../rules/RulesTab.tsx')).RulesTab }));

/** What is open above the page. */
type Opened =
  | { kind: 'tag'; tag: TagView | null; group: TagGroupView | null }
  | { kind: 'group'; group: TagGroupView | null }
  | { kind: 'merge'; tag: TagView }
  | { kind: 'delete-tag'; tag: TagView }
  | { kind: 'delete-group'; group: TagGroupView };
type Open = (what: Opened) => void;

/** Tags with their groups, and the rules that give them by themselves. */
export function TagsPage() {
  const { t } = useWords();
  const { tab: asked = 'tags' } = useSearch({ from: '/_default/Channel/tag' });
  const navigate = useNavigate({ from: '/Channel/tag' });
  const mayRule = usePermission(listActionRules);
  const tab = mayRule ? asked : 'tags';
  const [opened, setOpened] = useState<Opened | null>(null);
  const sections = <Sections onOpen={setOpened} />;
  return (
    <PageFrame
      title={t('tags.title')}
      purpose={t(tab === 'rules' ? 'actionRules.purpose' : 'tags.purpose')}
      actions={tab === 'tags' && <AddButtons onOpen={setOpened} />}
    >
      {mayRule ? (
        <Tabs
          value={tab}
          onChange={(value) =>
            void navigate({ search: { tab: TAG_TABS.find((name) => name === value) }, replace: true })
          }
          keepMounted={false}
        >
          <Tabs.List aria-label={t('actionRules.parts')} mb="lg">
            {TAG_TABS.map((name) => (
              <Tabs.Tab
                key={name}
                value={name}
                leftSection={<Icon name={name === 'tags' ? 'tags' : 'zap'} />}
              >
                {t(`actionRules.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="tags">{sections}</Tabs.Panel>
          <Tabs.Panel value="rules">
            <Suspense fallback={<Skeleton height={220} radius="lg" aria-hidden />}>
              <RulesTab />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      ) : (
        sections
      )}
      {opened && <Dialog opened={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  );
}

function AddButtons({ onOpen }: { onOpen: Open }) {
  const { t } = useWords();
  return (
    <>
      <Can endpoint={createTagGroup}>
        <Button
          variant="default"
          leftSection={<Icon name="layers" />}
          onClick={() => onOpen({ kind: 'group', group: null })}
        >
          {t('tags.group.open')}
        </Button>
      </Can>
      <Can endpoint={createTag}>
        <Button
          leftSection={<Icon name="plus" />}
          onClick={() => onOpen({ kind: 'tag', tag: null, group: null })}
        >
          {t('tags.tag.open')}
        </Button>
      </Can>
    </>
  );
}

function Sections({ onOpen }: { onOpen: Open }) {
  const { t } = useWords();
  const tags = useQuery(tagsQuery);
  const groups = useQuery(tagGroupsQuery);
  const error = tags.error ?? groups.error;
  if (error) {
    const retry = () => void Promise.all([tags.refetch(), groups.refetch()]);
    return <ErrorNotice error={error} onRetry={retry} />;
  }
  if (!tags.data || !groups.data) return <Rows />;
  if (tags.data.length === 0 && groups.data.length === 0)
    return <EmptyState drawing="customers" title={t('tags.empty')} text={t('tags.emptyText')} />;
  const sections = sectionsOf(groups.data, tags.data);
  return (
    <>
      {sections.map(({ group, tags: those }) => (
        <section key={group?.uuid ?? 'none'} className={classes.section}>
          <header className={classes.head}>
            <h2>{group?.name ?? t('tags.ungrouped')}</h2>
            {group?.exclusive && (
              <Badge color="gray" title={t('tags.exclusiveHelp')}>
                {t('tags.exclusive')}
              </Badge>
            )}
            {group && <GroupActions group={group} groups={groups.data} onOpen={onOpen} />}
          </header>
          {those.length === 0 && <p className={classes.note}>{t('tags.emptyGroup')}</p>}
          <ul className={classes.list}>
            {those.map((tag) => (
              <TagRow key={tag.uuid} tag={tag} list={those} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
      <Archived tags={tags.data.filter(({ archivedAt }) => archivedAt !== null)} onOpen={onOpen} />
    </>
  );
}

const Rows = () => (
  <div aria-hidden>
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} height={28} my={16} animate={false} />
    ))}
  </div>
);

function Archived({ tags, onOpen }: { tags: readonly TagView[]; onOpen: Open }) {
  const { t } = useWords();
  const [isOpen, { toggle }] = useDisclosure(false);
  if (tags.length === 0) return null;
  return (
    <section className={classes.section}>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<Icon name="archive" size={14} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {isOpen ? t('tags.hideArchived') : t('tags.showArchived', { count: tags.length })}
      </Button>
      {isOpen && (
        <>
          <p className={classes.note}>{t('tags.archivedText')}</p>
          <ul className={classes.list} aria-label={t('tags.archived')}>
            {tags.map((tag) => (
              <TagRow key={tag.uuid} tag={tag} list={[tag]} onOpen={onOpen} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface TagRowProps {
  tag: TagView;
  /** Among which it has its place. */
  list: readonly TagView[];
  onOpen: Open;
}

function TagRow({ tag, list, onOpen }: TagRowProps) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <TagChip tag={tag} isArchived={tag.archivedAt !== null} />
      </span>
      <Link to="/Customer" search={{ tag: tag.uuid }} className={classes.count ?? ''}>
        {t('tags.customers', { count: tag.customers, number: format.number(tag.customers) })}
      </Link>
      <Can endpoint={changeTag}>
        <TagActions tag={tag} list={list} onOpen={onOpen} />
      </Can>
    </li>
  );
}

function TagActions({ tag, list, onOpen }: TagRowProps) {
  const { t } = useWords();
  const place = usePlaceTags();
  const archive = useArchiveTag();
  const { uuid, name, archivedAt } = tag;
  const setArchived = (archived: boolean) =>
    archive.mutate(
      { uuid, body: { archived } },
      {
        onSuccess: () => {
          const id = `archived-${uuid}`;
          toasts.remove(id);
          if (!archived) return;
          const action = { label: t('shell.undo'), onClick: () => setArchived(false) };
          toasts.add({ title: t('tags.archiveDone', { name }), action }, id);
        },
      },
    );
  return (
    <Actions name={name}>
      <Item icon="pencil" onClick={() => onOpen({ kind: 'tag', tag, group: null })} label={t('tags.edit')} />
      {list.length > 1 && <Moves list={list} one={tag} onPlace={(places) => place.mutate(places)} />}
      <Item icon="merge" onClick={() => onOpen({ kind: 'merge', tag })} label={t('tags.merge')} />
      {archivedAt === null ? (
        <Item icon="archive" onClick={() => setArchived(true)} label={t('tags.archive')} />
      ) : (
        <Item icon="archive-restore" onClick={() => setArchived(false)} label={t('tags.restore')} />
      )}
      <Item
        icon="trash-2"
        isDangerous
        onClick={() => onOpen({ kind: 'delete-tag', tag })}
        label={t('tags.remove')}
      />
    </Actions>
  );
}

interface GroupActionsProps {
  group: TagGroupView;
  groups: readonly TagGroupView[];
  onOpen: Open;
}

function GroupActions({ group, groups, onOpen }: GroupActionsProps) {
  const { t } = useWords();
  const place = usePlaceGroups();
  return (
    <div className={classes.headActions}>
      <Can endpoint={createTag}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onOpen({ kind: 'tag', tag: null, group })}
        >
          {t('tags.tag.open')}
        </Button>
      </Can>
      <Can endpoint={createTagGroup}>
        <Actions name={group.name}>
          <Item icon="pencil" onClick={() => onOpen({ kind: 'group', group })} label={t('tags.edit')} />
          {groups.length > 1 && (
            <Moves list={groups} one={group} onPlace={(places) => place.mutate(places)} />
          )}
          <Item
            icon="trash-2"
            isDangerous
            onClick={() => onOpen({ kind: 'delete-group', group })}
            label={t('tags.remove')}
          />
        </Actions>
      </Can>
    </div>
  );
}

interface MovesProps<Each extends { uuid: string; position: number }> {
  list: readonly Each[];
  one: Each;
  onPlace: (places: ReturnType<typeof placesAfterMove<Each>>) => void;
}

function Moves<Each extends { uuid: string; position: number }>({ list, one, onPlace }: MovesProps<Each>) {
  const { t } = useWords();
  const index = list.indexOf(one);
  return (
    <>
      <Item
        icon="arrow-up"
        isOff={index === 0}
        onClick={() => onPlace(placesAfterMove(list, one, -1))}
        label={t('tags.up')}
      />
      <Item
        icon="arrow-down"
        isOff={index === list.length - 1}
        onClick={() => onPlace(placesAfterMove(list, one, 1))}
        label={t('tags.down')}
      />
    </>
  );
}

function Actions({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useWords();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('tags.actionsOf', { name })}>
          <Icon name="ellipsis" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  isOff?: boolean;
  isDangerous?: boolean;
}

const Item = ({ icon, label, onClick, isOff = false, isDangerous = false }: ItemProps) => (
  <Menu.Item
    leftSection={<Icon name={icon} size={14} />}
    disabled={isOff}
    onClick={onClick}
    {...(isDangerous ? { color: 'red' } : {})}
  >
    {label}
  </Menu.Item>
);

function Dialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  switch (opened.kind) {
    case 'tag':
      return <TagDialog tag={opened.tag} group={opened.group?.uuid ?? null} onClose={onClose} />;
    case 'group':
      return <GroupDialog group={opened.group} onClose={onClose} />;
    case 'merge':
      return <MergeDialog tag={opened.tag} onClose={onClose} />;
    case 'delete-tag':
      return <DeleteTag tag={opened.tag} onClose={onClose} />;
    case 'delete-group':
      return <DeleteGroup group={opened.group} onClose={onClose} />;
    default:
      return opened satisfies never;
  }
}
