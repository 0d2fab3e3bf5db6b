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
import { giveTag, takeTag } from '../tags/give-tags.ts';
import { byOf, changeCustomer, createCustomer, requireMember, shownCustomer } from './change-customer.ts';
import { recordEvents } from './customer-events.store.ts';
import * as store from './customers.store.ts';
import { normalPhone, phoneCountry } from './normalise-contacts.ts';

export function addCustomerRoutes(implement: Implement, { database }: { readonly database: Database }): void {
  implement(contract.listCustomers, ({ query }, { session }) => customerPage(database, session, query));
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

const customerPage = (
  database: Database,
  { accountId, role }: Session,
  query: z.output<typeof contract.listCustomers.query>,
): Promise<z.output<typeof contract.listCustomers.output>> =>
  database.snapshot(accountId, async (transaction) => {
    const { page, pageSize, sort = '-lastWroteAt', after, q, tagUuid, ownerUuid, channelUuid } = query;
    const filter: store.CustomerFilter = {
      q: q ? foldForSearch(q) : null,
      phone: q ? await asPhone(transaction, q) : null,
      tagId: tagUuid,
      ownerId: ownerUuid,
      channelId: channelUuid,
    };
    const hidden = await hiddenFields(transaction, role);
    const place = after === undefined ? null : readPlace(after, sort);
    const found = await store.listCustomers(transaction, filter, {
      sort,
      hidden,
      after: place,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    });
    const total = await store.countCustomers(transaction, filter);
    return { items: found.items, total, page, pageSize, next: found.next && writePlace(found.next) };
  });

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
