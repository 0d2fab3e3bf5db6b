import type { AccountId, ChannelId, FormId, RichMenuId, SegmentId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/rich-menus';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import { versionView } from '../../../platform/database/version-view.ts';
import type { ActionKind } from '../../../platform/feature.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { formContacts, type SavedSegments } from '../../contacts/public.ts';
import type { TrackedLinks } from '../../links/public.ts';
import { findUploads } from '../pictures/pictures.store.ts';
import { uploadsIn } from '../pictures/render-picture.ts';
import { findProblems, type TapTargets } from './build-menu.ts';
import * as line from './channel-menus.store.ts';
import { isShownAt, type MenuTimes } from './published-menus.ts';
import * as store from './rich-menus.store.ts';

export interface MenuDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly segments: SavedSegments;
  readonly trackedLinks: TrackedLinks;
  /** Of all features. */
  readonly actions: readonly ActionKind[];
  /** The hours of a channel. */
  readonly timesOf: (transaction: AccountTransaction, channelId: ChannelId) => Promise<MenuTimes>;
  /** Of these forms those that exist, and whether they take submissions. */
  readonly findOpenForms: (
    transaction: AccountTransaction,
    ids: readonly FormId[],
  ) => Promise<ReadonlyMap<FormId, boolean>>;
  /** There is something to be done at LINE. */
  readonly notify: () => void;
}

type Body<Of extends { readonly body: z.ZodType }> = z.output<Of['body']>;

const FIRST_SETTINGS: contract.RichMenuSettings = {
  segmentUuid: null,
  from: null,
  until: null,
  weekdays: [],
  hours: 'always',
};
const FIRST_DRAFT: contract.RichMenuDefinition = {
  size: 'large',
  chatBarText: '',
  selected: true,
  pages: [{ id: 'p1', name: '', picture: null, areas: [] }],
};

export function addMenuRoutes(implement: Implement, dependencies: MenuDependencies): void {
  const { database } = dependencies;
  implement(contract.listRichMenus, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const asked = { ...rangeOf(query), channelId: query.channelUuid ?? null };
      const { rows, total } = await store.listMenus(transaction, asked);
      const items = await menuViews(transaction, dependencies, { rows, session });
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.createRichMenu, async ({ body }, { session }) => {
    await requireMenus(dependencies, session.accountId, body.channelUuid);
    return named(() =>
      database.account(session.accountId, (transaction) =>
        createMenu(transaction, dependencies, { session, body }),
      ),
    );
  });
  implement(contract.listRichMenuVersions, ({ params, query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      orNotFound(await store.findMenu(transaction, params.uuid), 'rich menu');
      const { rows, total } = await store.listVersions(transaction, params.uuid, rangeOf(query));
      const items = rows.map((row) => versionView(row, contract.RichMenuDefinition.parse));
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.getRichMenu, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) =>
      shownMenu(transaction, dependencies, { session, id: params.uuid }),
    ),
  );
  const change = async (session: Actor, id: RichMenuId, body: Body<typeof contract.changeRichMenu>) => {
    const changed = await named(() =>
      database.account(session.accountId, (transaction) =>
        changeMenu(transaction, dependencies, { session, id, body }),
      ),
    );
    dependencies.notify();
    return changed;
  };
  implement(contract.replaceRichMenu, ({ params, body }, { session }) => change(session, params.uuid, body));
  implement(contract.changeRichMenu, ({ params, body }, { session }) => change(session, params.uuid, body));
  implement(contract.deleteRichMenu, async ({ params }, { session }) => {
    await database.account(session.accountId, (transaction) =>
      deleteMenu(transaction, dependencies, { session, id: params.uuid }),
    );
    dependencies.notify();
    return undefined;
  });
}

interface Named {
  readonly session: Actor;
  readonly id: RichMenuId;
}

export async function requireMenus(
  { directory }: MenuDependencies,
  accountId: AccountId,
  id: ChannelId,
): Promise<void> {
  const channel = await directory.find(accountId, id);
  if (!channel) throw AppError.field('validation_failed', 'body.channelUuid', 'There is no such channel');
  if (!channel.adapter.menus)
    throw AppError.field('channel_without_menus', 'body.channelUuid', 'This channel has no rich menus');
}

/** Two at the same moment: the index decides. */
async function named<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (store.isNameTaken(error))
      throw AppError.field('name_taken', 'body.name', 'A rich menu of the channel has this name');
    throw error;
  }
}

const audit = (
  transaction: AccountTransaction,
  { session, id }: Named,
  action: `rich_menu.${string}` & Parameters<typeof recordAudit>[1]['action'],
  data: object,
) =>
  recordAudit(transaction, {
    userId: session.userId,
    action,
    target: id,
    data: { ...data },
    address: session.address,
  });

interface Rows {
  readonly rows: readonly store.RichMenuRow[];
  readonly session: Actor;
}

async function menuViews(
  transaction: AccountTransaction,
  { segments, timesOf }: MenuDependencies,
  { rows, session }: Rows,
): Promise<contract.RichMenuView[]> {
  const ids = rows.flatMap(({ settings }) => settings.segmentUuid ?? []);
  const broken = await segments.findBroken(transaction, { ids, role: session.role });
  const channels = new Map<ChannelId, MenuTimes>();
  for (const channelId of new Set(rows.map((row) => row.channelId)))
    channels.set(channelId, await timesOf(transaction, channelId));
  const now = new Date(transaction.now());
  return rows.map((row) => {
    const times = channels.get(row.channelId);
    const isShown = times !== undefined && isShownAt(row.settings, now, times);
    return menuView(row, {
      isShown,
      segmentProblem: (row.settings.segmentUuid && broken.get(row.settings.segmentUuid)) ?? null,
    });
  });
}

function menuView(
  row: store.RichMenuRow,
  { isShown, segmentProblem }: Pick<contract.RichMenuView, 'segmentProblem'> & { readonly isShown: boolean },
): contract.RichMenuView {
  const draft = contract.RichMenuDefinition.parse(row.draft);
  return {
    uuid: row.id,
    channelUuid: row.channelId,
    name: row.name,
    state: row.version === null ? 'draft' : row.isWithdrawn ? 'withdrawn' : isShown ? 'live' : 'scheduled',
    version: row.version,
    hasChanges: row.hasChanges,
    settings: row.settings,
    segmentProblem,
    position: row.position,
    size: draft.size,
    pages: draft.pages.length,
    friends: row.settings.segmentUuid === null ? null : row.friends,
    taps: row.taps,
    createdBy: row.createdBy && { uuid: row.createdBy, name: row.createdByName ?? '' },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

async function shownMenu(
  transaction: AccountTransaction,
  dependencies: MenuDependencies,
  { session, id }: Named,
): Promise<contract.RichMenuWithDraft> {
  const row = orNotFound(await store.findMenu(transaction, id), 'rich menu');
  const [view] = await menuViews(transaction, dependencies, { rows: [row], session });
  const draft = contract.RichMenuDefinition.parse(row.draft);
  const problems = findProblems(draft, await targetsOf(transaction, dependencies, row));
  return { ...orNotFound(view ?? null, 'rich menu'), draft, revision: row.revision, problems };
}

/** What the taps of a draft lead to, as it stands now. */
export async function targetsOf(
  transaction: AccountTransaction,
  { actions, findOpenForms }: Pick<MenuDependencies, 'actions' | 'findOpenForms'>,
  row: Pick<store.RichMenuRow, 'channelId' | 'draft'>,
): Promise<TapTargets> {
  const { pages } = contract.RichMenuDefinition.parse(row.draft);
  const areas = pages.flatMap((page) => page.areas);
  const pictures = pages.flatMap(({ picture }) => (picture ? uploadsIn(picture) : []));
  const uploads = pictures.length > 0 ? await findUploads(transaction, pictures) : [];
  const forms = areas.flatMap(({ action }) => (action?.kind === 'form' ? [action.formUuid] : []));
  const published = await store.listPublished(transaction, row.channelId);
  const broken = new Set<string>();
  for (const { id, action } of areas) {
    if (action?.kind !== 'actions') continue;
    const reasons = await formContacts.findActionProblems(transaction, actions, action.actions);
    if (reasons.some((reason) => reason !== null)) broken.add(id);
  }
  return {
    forms: await findOpenForms(transaction, forms),
    firstPages: new Map(
      published.map(({ id, definition }) => [
        id,
        contract.RichMenuDefinition.parse(definition).pages[0]?.id ?? '',
      ]),
    ),
    broken,
    uploads: new Set(uploads.map(({ id }) => id)),
  };
}

export async function createMenu(
  transaction: AccountTransaction,
  dependencies: MenuDependencies,
  { session, body }: { readonly session: Actor; readonly body: Body<typeof contract.createRichMenu> },
): Promise<contract.RichMenuWithDraft> {
  if ((await store.lockMenus(transaction)) >= contract.RICH_MENUS_MAX)
    throw new AppError('too_many_rich_menus', `An account may have ${contract.RICH_MENUS_MAX} rich menus`);
  const copied = body.copyOf === undefined ? null : await store.findMenu(transaction, body.copyOf);
  if (body.copyOf !== undefined && !copied)
    throw AppError.field('validation_failed', 'body.copyOf', 'There is no such rich menu');
  const id = newId<RichMenuId>();
  await store.insertMenu(transaction, {
    id,
    channelId: body.channelUuid,
    name: body.name,
    draft: body.definition ?? copied?.draft ?? FIRST_DRAFT,
    settings: copied?.settings ?? FIRST_SETTINGS,
    userId: session.userId,
  });
  await audit(transaction, { session, id }, 'rich_menu.created', { name: body.name });
  return shownMenu(transaction, dependencies, { session, id });
}

async function changeMenu(
  transaction: AccountTransaction,
  dependencies: MenuDependencies,
  { session, id, body }: Named & { readonly body: Body<typeof contract.changeRichMenu> },
): Promise<contract.RichMenuWithDraft> {
  await store.lockMenus(transaction);
  const before = orNotFound(await store.findMenu(transaction, id), 'rich menu');
  const { draft, revision, settings, position, name } = body;
  if (draft) {
    if (revision === undefined)
      throw AppError.field('validation_failed', 'body.revision', 'Send the revision of the draft');
    if (revision !== before.revision)
      throw new AppError('rich_menu_changed', `The draft is at revision ${before.revision} now`);
  }
  await lockSegment(transaction, dependencies, settings?.segmentUuid ?? null);
  const change = { id, name: name ?? null, draft: draft ?? null, settings: settings ?? null };
  await store.updateMenu(transaction, change);
  if (position !== undefined) await store.moveMenu(transaction, before, position);
  if (before.version !== null && (settings || position !== undefined))
    await line.wantMenus(transaction, before.channelId);
  const { draft: _, revision: __, ...said } = body;
  // A draft is saved every few seconds; what is published is in the log.
  if (Object.keys(said).length > 0)
    await audit(transaction, { session, id }, 'rich_menu.changed', {
      name: name ?? before.name,
      changed: Object.keys(said),
    });
  return shownMenu(transaction, dependencies, { session, id });
}

async function lockSegment(
  transaction: AccountTransaction,
  { segments }: MenuDependencies,
  id: SegmentId | null,
): Promise<void> {
  if (id === null) return;
  if (!(await segments.lock(transaction, [id])).has(id))
    throw AppError.field('validation_failed', 'body.settings.segmentUuid', 'There is no such segment');
}

async function deleteMenu(
  transaction: AccountTransaction,
  { trackedLinks }: MenuDependencies,
  { session, id }: Named,
): Promise<void> {
  await store.lockMenus(transaction);
  const row = orNotFound(await store.findMenu(transaction, id), 'rich menu');
  const others = await store.listOtherDefinitions(transaction, row);
  const user = others.find(({ definition }) => leadsTo(definition, id));
  if (user) throw new AppError('rich_menu_used', `The rich menu “${user.name}” leads to this one`);
  await store.deleteMenu(transaction, id);
  await trackedLinks.end(transaction, { kind: 'richMenu', id });
  await formContacts.saveRulesOfMenu(transaction, id, { areas: [], userId: session.userId });
  if (row.version !== null) await line.wantMenus(transaction, row.channelId);
  await audit(transaction, { session, id }, 'rich_menu.deleted', { name: row.name });
}

const leadsTo = (definition: unknown, id: RichMenuId): boolean =>
  contract.RichMenuDefinition.parse(definition).pages.some(({ areas }) =>
    areas.some(({ action }) => action?.kind === 'menu' && action.menuUuid === id),
  );
