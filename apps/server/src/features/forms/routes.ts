import { randomBytes } from 'node:crypto';
import type { ActionReason } from '@hanasu/contract/actions';
import { FormDefinition, type FormSettings, type FormWords } from '@hanasu/contract/form-definition';
import * as contract from '@hanasu/contract/forms';
import type { FormId, FriendId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { rangeOf } from '../../platform/database/page-range.ts';
import { versionView } from '../../platform/database/version-view.ts';
import type { ActionKind } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { deleteRemovedFiles, noteRemovedFiles } from '../../platform/files/removed-files.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import { recordAudit } from '../accounts/public.ts';
import { formContacts } from '../contacts/public.ts';
import { conversationCommands } from '../conversations/public.ts';
import * as store from './forms.store.ts';
import { issueLink } from './public/form-tokens.ts';
import { type SendDependencies, sendForm } from './send-form.ts';
import { readSettings } from './shop.ts';
import { FIRST_SETTINGS, fromTemplate } from './templates.ts';

export interface FormDependencies extends SendDependencies {
  readonly database: Database;
  readonly files: FileStore;
  /** Of all features. */
  readonly actions: readonly ActionKind[];
}

export function addFormRoutes(implement: Implement, dependencies: FormDependencies): void {
  const { database, actions, files } = dependencies;
  implement(contract.listForms, ({ query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const asked = { ...rangeOf(query), isArchived: query.archived };
      const { rows, total } = await store.listForms(transaction, asked);
      return { items: rows.map(formView), total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.createForm, ({ body }, { session }) =>
    named(() => database.account(session.accountId, (transaction) => createForm(transaction, session, body))),
  );
  implement(contract.getForm, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shownForm(transaction, params.uuid)),
  );
  implement(contract.changeForm, ({ params, body }, { session }) =>
    named(() =>
      database.account(session.accountId, (transaction) =>
        changeForm(transaction, actions, { session, id: params.uuid, body }),
      ),
    ),
  );
  implement(contract.deleteForm, async ({ params }, { session }) => {
    await database.account(session.accountId, (transaction) =>
      deleteForm(transaction, { session, id: params.uuid }),
    );
    await deleteRemovedFiles({ database, files }, session.accountId);
    return undefined;
  });
  implement(contract.publishForm, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) =>
      publishForm(transaction, { session, id: params.uuid }),
    ),
  );
  implement(contract.getFormVersion, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const found = await store.findVersion(transaction, params.uuid, params.number);
      return versionView(orNotFound(found, 'version'), FormDefinition.parse);
    }),
  );
  implement(contract.listFormVersions, ({ params, query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      orNotFound(await store.findForm(transaction, params.uuid), 'form');
      const { rows, total } = await store.listVersions(transaction, params.uuid, rangeOf(query));
      const items = rows.map((row) => versionView(row, FormDefinition.parse));
      return { items, total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.linkForm, ({ params, body }, { session }) =>
    database.account(session.accountId, (transaction) =>
      linkForm(transaction, dependencies, { id: params.uuid, friendId: body.friendUuid }),
    ),
  );
  implement(contract.sendForm, async ({ params, body }, { session }) => {
    const { accountId } = session;
    const key = { accountId, id: body.conversationUuid };
    const sending = conversationCommands.withLocked(database, key, async (transaction, conversation) => {
      orNotFound(await store.findForm(transaction, params.uuid), 'form');
      conversationCommands.refuseIfTaken(conversation, session.userId, { takeOver: false });
      const order = { formId: params.uuid, conversation, as: body.as, by: session.userId };
      const sent = await sendForm(transaction, dependencies, order);
      if ('obstacle' in sent) throw new AppError(sent.obstacle.code, sent.obstacle.detail);
      return sent;
    });
    const { messageId, after } = await sending;
    after();
    return { messageUuid: messageId };
  });
  implement(contract.revokeFormLinks, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { name } = orNotFound(await store.findForm(transaction, params.uuid), 'form');
      await store.endLinks(transaction, params.uuid);
      await audit(transaction, { session, id: params.uuid }, 'form.links_revoked', { name });
      return undefined;
    }),
  );
}

interface Named {
  readonly session: Actor;
  readonly id: FormId;
}
type Body<Of extends { readonly body: z.ZodType }> = z.output<Of['body']>;

function formView(row: store.FormRow): contract.FormView {
  return {
    uuid: row.id,
    name: row.name,
    slug: row.slug,
    state: row.state,
    version: row.version,
    hasChanges: row.hasChanges,
    settings: readSettings(row.settings),
    accountName: row.accountName,
    submissions: { total: row.total, fresh: row.fresh },
    createdBy: row.createdBy && { uuid: row.createdBy, name: row.createdByName ?? '' },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
  };
}

async function shownForm(transaction: AccountTransaction, id: FormId): Promise<contract.FormWithDraft> {
  const row = orNotFound(await store.findForm(transaction, id), 'form');
  return {
    ...formView(row),
    draft: FormDefinition.parse(row.draft),
    revision: row.revision,
  };
}

const audit = (
  transaction: AccountTransaction,
  { session, id }: Named,
  action: `form.${string}` & Parameters<typeof recordAudit>[1]['action'],
  data: object,
) =>
  recordAudit(transaction, {
    userId: session.userId,
    action,
    target: id,
    data: { ...data },
    address: session.address,
  });

/** Two at the same moment: the indexes decide. */
async function named<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const taken = store.takenName(error);
    if (taken === 'name') throw AppError.field('name_taken', 'body.name', 'A form has this name');
    if (taken === 'slug')
      throw AppError.field('slug_taken', 'body.slug', 'This address is used by another form');
    throw error;
  }
}

const SLUG_BYTES = 6;

async function createForm(
  transaction: AccountTransaction,
  session: Actor,
  { name, language, template, definition }: Body<typeof contract.createForm>,
): Promise<contract.FormWithDraft> {
  if ((await store.lockAndCount(transaction)) >= contract.FORMS_MAX)
    throw new AppError('too_many_forms', `An account may have ${contract.FORMS_MAX} forms`);
  const id = newId<FormId>();
  await store.insertForm(transaction, {
    id,
    name,
    slug: `f-${randomBytes(SLUG_BYTES).toString('hex')}`,
    draft: definition ?? fromTemplate(template, language),
    settings: FIRST_SETTINGS,
    userId: session.userId,
  });
  await audit(transaction, { session, id }, 'form.created', { name });
  return shownForm(transaction, id);
}

async function changeForm(
  transaction: AccountTransaction,
  actions: readonly ActionKind[],
  { session, id, body }: Named & { readonly body: Body<typeof contract.changeForm> },
): Promise<contract.FormWithDraft> {
  await store.lockForm(transaction, id);
  const before = orNotFound(await store.findForm(transaction, id), 'form');
  const { draft, revision, settings, closed, archived, name, slug } = body;
  if (draft) {
    if (revision === undefined)
      throw AppError.field('validation_failed', 'body.revision', 'Send the revision of the draft');
    if (revision !== before.revision)
      throw new AppError('form_changed', `The draft is at revision ${before.revision} now`);
  }
  if (settings) await refuseBroken(transaction, actions, settings);
  await store.updateForm(transaction, {
    id,
    name: name ?? null,
    slug: slug ?? null,
    draft: draft ?? null,
    settings: settings ?? null,
    isClosed: closed ?? null,
    isArchived: archived ?? null,
  });
  if (settings) {
    const rule = { id, actions: settings.actions, userId: session.userId };
    await formContacts.saveRuleOfForm(transaction, rule);
  }
  const after = await shownForm(transaction, id);
  const { draft: _, revision: __, ...said } = body;
  // A draft is saved every few seconds; what is published is in the log.
  if (Object.keys(said).length > 0)
    await audit(transaction, { session, id }, 'form.changed', {
      name: after.name,
      changed: Object.keys(said),
      ...(closed === undefined ? {} : { closed }),
      ...(archived === undefined ? {} : { archived }),
    });
  return after;
}

const SAID = 'This cannot be done';

/** What could not be done from the first day on is not stored. */
async function refuseBroken(
  transaction: AccountTransaction,
  kinds: readonly ActionKind[],
  { actions, from, until }: FormSettings,
): Promise<void> {
  if (from && until && Date.parse(from) >= Date.parse(until))
    throw AppError.field('validation_failed', 'body.settings.until', 'It ends before it begins');
  const reasons: (ActionReason | null)[] = await formContacts.findActionProblems(transaction, kinds, actions);
  const errors = reasons.flatMap((reason, index) =>
    reason ? [{ path: `body.settings.actions.${index}`, code: reason, message: SAID }] : [],
  );
  if (errors.length > 0) throw new AppError('validation_failed', SAID, { errors });
}

async function deleteForm(transaction: AccountTransaction, { session, id }: Named): Promise<void> {
  await store.lockForm(transaction, id);
  const { name, total } = orNotFound(await store.findForm(transaction, id), 'form');
  await noteRemovedFiles(transaction, await store.deleteForm(transaction, id));
  await formContacts.removeRuleOfForm(transaction, id);
  await audit(transaction, { session, id }, 'form.deleted', { name, submissions: total });
}

async function publishForm(
  transaction: AccountTransaction,
  { session, id }: Named,
): Promise<contract.FormWithDraft> {
  await store.lockForm(transaction, id);
  const form = await shownForm(transaction, id);
  if (!form.hasChanges) throw new AppError('nothing_to_publish', 'The draft is published already');
  const errors = findGaps(form.draft).map((path) => ({
    path,
    code: 'missing',
    message: 'Words in the first language are missing',
  }));
  if (errors.length > 0) throw new AppError('form_incomplete', errors[0]?.message, { errors });
  await store.publishDraft(transaction, id, session.userId);
  const version = (form.version ?? 0) + 1;
  await audit(transaction, { session, id }, 'form.published', { name: form.name, version });
  return shownForm(transaction, id);
}

/** Where something is missing that nobody could answer without. */
function findGaps({ languages: [first], title, pages }: FormDefinition): string[] {
  const isEmpty = (words: FormWords): boolean => !(first && words[first]);
  const asked = pages.flatMap(({ fields }) => fields).filter(({ kind }) => kind !== 'heading');
  return [
    ...(isEmpty(title) ? ['draft.title'] : []),
    ...(asked.some(({ kind }) => kind !== 'hidden') ? [] : ['draft.pages']),
    ...pages.flatMap(({ fields }, page) =>
      fields.flatMap((field, index) => {
        const path = `draft.pages.${page}.fields.${index}`;
        const options = 'options' in field ? field.options : [];
        return [
          ...(field.kind !== 'hidden' && isEmpty(field.label) ? [`${path}.label`] : []),
          ...(field.kind === 'consent' && isEmpty(field.text) ? [`${path}.text`] : []),
          ...options.flatMap(({ label }, option) =>
            isEmpty(label) ? [`${path}.options.${option}.label`] : [],
          ),
        ];
      }),
    ),
  ];
}

async function linkForm(
  transaction: AccountTransaction,
  dependencies: Pick<FormDependencies, 'tokens' | 'publicUrl'>,
  { id, friendId }: { readonly id: FormId; readonly friendId: FriendId },
): Promise<z.output<typeof contract.linkForm.output>> {
  const form = orNotFound(await store.findForm(transaction, id), 'form');
  if (!(await formContacts.findFriend(transaction, friendId)))
    throw AppError.field('validation_failed', 'body.friendUuid', 'There is no such friend');
  if (form.state !== 'open') throw new AppError('form_not_open', 'The form takes no submissions');
  const { url, expiresAt } = issueLink(transaction, dependencies, { form, friendId });
  return { url, expiresAt: new Date(expiresAt).toISOString() };
}
