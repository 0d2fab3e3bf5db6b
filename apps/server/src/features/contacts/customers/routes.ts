import * as contract from '@hanasu/contract/customers';
import { CustomerId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { hiddenFields } from '../fields/fields.store.ts';
import { countWithin, timeOf, tooSlow, withinTime } from '../segments/saved-segments.ts';
import type { SegmentLanguage } from '../segments/segment-language.ts';
import { changeCustomer, createCustomer, shownCustomer } from './change-customer.ts';
import { changeMany } from './change-many.ts';
import * as store from './customer-list.store.ts';
import { filterOf } from './filter-customers.ts';
import { findPostalCode } from './postal-code.ts';
import { publishCustomers } from './publish-customers.ts';

interface CustomerDependencies {
  readonly database: Database;
  readonly language: SegmentLanguage;
  readonly realtime: Pick<Realtime, 'emit'>;
}

export function addCustomerRoutes(implement: Implement, dependencies: CustomerDependencies): void {
  const { database } = dependencies;
  implement(contract.listCustomers, ({ query }, { session }) => customerPage(dependencies, session, query));
  implement(contract.countCustomers, ({ query }, { session }) =>
    countCustomers(dependencies, session, query),
  );
  implement(contract.createCustomer, async ({ body }, { session }) => {
    const created = await database.account(session.accountId, (transaction) =>
      createCustomer(transaction, session, body),
    );
    publishCustomers(dependencies, session.accountId, null);
    return created;
  });
  implement(contract.getCustomer, ({ params }, { session }) =>
    database.account(session.accountId, (transaction) => shownCustomer(transaction, session, params.uuid)),
  );
  implement(contract.changeCustomer, async ({ params, body }, { session }) => {
    const { addTags = [], removeTags = [], consents = {}, ...facts } = body;
    const change = { id: params.uuid, facts, addTags, removeTags, consents };
    const changed = await database.account(session.accountId, (transaction) =>
      changeCustomer(transaction, session, change),
    );
    publishCustomers(dependencies, session.accountId, [changed.uuid]);
    return changed;
  });
  implement(contract.getPostalCode, ({ params }) => findPostalCode(params.postalCode));
  implement(contract.bulkCustomers, async ({ body }, { session }) => {
    const changed = await database.account(session.accountId, (transaction) =>
      changeMany(transaction, session, body),
    );
    if (changed.length > 0)
      publishCustomers(
        dependencies,
        session.accountId,
        changed.map(({ uuid }) => uuid),
      );
    return { changed };
  });
}

const Name = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'));
const Microseconds = z.string().regex(/^\d{1,17}$/);
const placeBy = (sort: string) => z.tuple([sort.endsWith('name') ? Name : Microseconds, CustomerId]);

async function countCustomers(
  { database, language }: Omit<CustomerDependencies, 'realtime'>,
  { accountId, role }: Session,
  query: z.output<typeof contract.countCustomers.query>,
): Promise<z.output<typeof contract.countCustomers.output>> {
  const filter = await database.account(accountId, (transaction) =>
    filterOf(transaction, language, { role, query }),
  );
  const within = { accountId, ms: timeOf({ isPatient: query.exact }) };
  return countWithin(database, within, store.peopleOf(filter));
}

async function customerPage(
  { database, language }: Omit<CustomerDependencies, 'realtime'>,
  { accountId, role }: Session,
  query: z.output<typeof contract.listCustomers.query>,
): Promise<z.output<typeof contract.listCustomers.output>> {
  const found = await withinTime(
    database,
    { accountId, ms: timeOf({ isPatient: true }) },
    async (transaction) => {
      const { page, pageSize, sort = '-lastWroteAt', after } = query;
      const filter = await filterOf(transaction, language, { role, query });
      const hidden = await hiddenFields(transaction, role);
      const place = after === undefined ? null : readPlace(after, sort);
      const list = await store.listCustomers(transaction, filter, {
        sort,
        hidden,
        after: place,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      const total = query.count ? await store.countCustomers(transaction, filter) : null;
      const next = list.next && writePlace(list.next);
      const problems = filter.segment ? { problems: [...filter.segment.problems] } : {};
      return { items: list.items, total, page, pageSize, next, ...problems };
    },
  );
  if (!found) throw tooSlow();
  return found;
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
