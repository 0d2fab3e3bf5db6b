import type { Role } from '@hanasu/contract/accounts';
import type { BulkCustomers } from '@hanasu/contract/customers';
import * as contract from '@hanasu/contract/customers';
import { CustomerId, type TagId } from '@hanasu/contract/ids';
import { foldForSearch } from '@hanasu/contract/text';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { hiddenFields } from '../fields/fields.store.ts';
import { compileGiven, compileSaved, tooSlow, withinTime } from '../segments/saved-segments.ts';
import type { CompiledSegment, SegmentLanguage } from '../segments/segment-language.ts';
import { giveTag, takeTag } from '../tags/give-tags.ts';
import { byOf, changeCustomer, createCustomer, requireMember, shownCustomer } from './change-customer.ts';
import { recordEvents } from './customer-events.store.ts';
import * as store from './customers.store.ts';
import { normalPhone, phoneCountry } from './normalise-contacts.ts';

interface CustomerDependencies {
  readonly database: Database;
  readonly language: SegmentLanguage;
}

export function addCustomerRoutes(implement: Implement, { database, language }: CustomerDependencies): void {
  implement(contract.listCustomers, ({ query }, { session }) =>
    customerPage({ database, language }, session, query),
  );
  implement(contract.createCustomer, ({ body }, { session }) =>
    database.account(session.accountId, (transaction) => createCustomer(transaction, session, body)),
  );
  implement(contract.getCustomer, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shownCustomer(transaction, session, params.uuid)),
  );
  implement(contract.changeCustomer, ({ params, body }, { session }) => {
    const { addTags = [], removeTags = [], consents = {}, ...facts } = body;
    const change = { id: params.uuid, facts, addTags, removeTags, consents };
    return database.account(session.accountId, (transaction) => changeCustomer(transaction, session, change));
  });
  implement(contract.bulkCustomers, ({ body }, { session }) =>
    database.account(session.accountId, async (transaction) => ({
      changed: await changeMany(transaction, session, body),
    })),
  );
}

const Name = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'));
const Microseconds = z.string().regex(/^\d{1,17}$/);
const placeBy = (sort: string) => z.tuple([sort.endsWith('name') ? Name : Microseconds, CustomerId]);

const PAGE_MS = 10_000;

async function customerPage(
  { database, language }: CustomerDependencies,
  { accountId, role }: Session,
  query: z.output<typeof contract.listCustomers.query>,
): Promise<z.output<typeof contract.listCustomers.output>> {
  const found = await withinTime(database, { accountId, ms: PAGE_MS }, async (transaction) => {
    const segment = await segmentOf(transaction, language, { role, query });
    const { page, pageSize, sort = '-lastWroteAt', after, q, tagUuid, ownerUuid, channelUuid } = query;
    const filter: store.CustomerFilter = {
      q: q ? foldForSearch(q) : null,
      phone: q ? await asPhone(transaction, q) : null,
      tagId: tagUuid,
      ownerId: ownerUuid,
      channelId: channelUuid,
      segment,
    };
    const hidden = await hiddenFields(transaction, role);
    const place = after === undefined ? null : readPlace(after, sort);
    const list = await store.listCustomers(transaction, filter, {
      sort,
      hidden,
      after: place,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    });
    const total = await store.countCustomers(transaction, filter);
    const next = list.next && writePlace(list.next);
    const problems = segment ? { problems: [...segment.problems] } : {};
    return { items: list.items, total, page, pageSize, next, ...problems };
  });
  if (!found) throw tooSlow();
  return found;
}

/** Who is in the segment that a list is narrowed by, be it saved or given; null: it is not. */
async function segmentOf(
  transaction: AccountTransaction,
  language: SegmentLanguage,
  { role, query }: { readonly role: Role; readonly query: z.output<typeof contract.listCustomers.query> },
): Promise<CompiledSegment | null> {
  const { segmentUuid, segment } = query;
  if (segmentUuid && segment)
    throw AppError.field('validation_failed', 'query.segment', 'Either a saved segment or a given one');
  if (segment) return compileGiven(transaction, language, { node: segment, role });
  return segmentUuid ? compileSaved(transaction, language, { id: segmentUuid, role }) : null;
}

const writePlace = ({ key, id }: store.CustomerPlace): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

function readPlace(text: string, sort: string): store.CustomerPlace {
  try {
    const [key, id] = placeBy(sort).parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { key, id };
  } catch {
    throw AppError.field('validation_failed', 'query.after', 'Not the `next` of a page');
  }
}

/** "090-1234-5678" finds +819012345678. */
async function asPhone(transaction: AccountTransaction, q: string): Promise<string | null> {
  return normalPhone(q, phoneCountry(undefined, await store.timeZoneOf(transaction)));
}

/** Those who are gone meanwhile are left out. */
async function changeMany(
  transaction: AccountTransaction,
  session: Session,
  {
    uuids,
    action,
  }: { readonly uuids: readonly CustomerId[]; readonly action: z.output<typeof BulkCustomers> },
): Promise<z.output<typeof contract.bulkCustomers.output>['changed']> {
  if (action.kind === 'assign' && action.ownerUuid) await requireMember(transaction, action.ownerUuid);
  const customers = await store.lockCustomers(transaction, uuids);
  const ids = customers.map(({ id }) => id);
  const by = byOf(session);
  const shown = (changed: readonly CustomerId[], replaced = new Map<CustomerId, TagId | null>()) =>
    customers
      .filter(({ id }) => changed.includes(id))
      .map(({ id, ownerId }) => ({
        uuid: id,
        ownerUuid: ownerId,
        replacedTagUuid: replaced.get(id) ?? null,
      }));
  switch (action.kind) {
    case 'tag': {
      const given = await giveTag(transaction, ids, { tagId: action.tagUuid, by });
      const replaced = new Map(given.map(({ customerId, replacedTagId }) => [customerId, replacedTagId]));
      return shown([...replaced.keys()], replaced);
    }
    case 'untag':
      return shown(await takeTag(transaction, ids, { tagId: action.tagUuid, by }));
    case 'assign': {
      const others = customers.filter(({ ownerId }) => ownerId !== action.ownerUuid).map(({ id }) => id);
      await store.assignCustomers(transaction, others, action.ownerUuid);
      const events = others.map((customerId) => ({
        customerId,
        kind: 'owner' as const,
        data: { ownerId: action.ownerUuid },
      }));
      await recordEvents(transaction, by, events);
      return shown(others);
    }
    default:
      return action satisfies never;
  }
}
