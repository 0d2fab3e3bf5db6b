import * as contract from '@hanasu/contract/customer-fields';
import type { CustomerFieldId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { insertField, listFields, lockFields, orderFields, updateField } from './fields.store.ts';

export function addFieldRoutes(implement: Implement, { database }: { readonly database: Database }): void {
  implement(contract.listCustomerFields, (_input, { session }) =>
    database.account(session.accountId, async (transaction) => ({
      items: seenBy(session, await listFields(transaction)),
    })),
  );
  implement(contract.createCustomerField, ({ body }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      await lockFields(transaction);
      const all = await listFields(transaction);
      if (all.length >= contract.CUSTOMER_FIELDS_MAX) {
        const detail = `An account may have ${contract.CUSTOMER_FIELDS_MAX} fields of customers`;
        throw new AppError('too_many_customer_fields', detail);
      }
      requireOptions(body.kind, body.options);
      const uuid = newId<CustomerFieldId>();
      if (!(await insertField(transaction, { ...body, uuid }))) throw labelTaken();
      return shown(transaction, uuid);
    }),
  );
  implement(contract.changeCustomerField, ({ params, body }, { session }) =>
    database.account(session.accountId, (transaction) => changeField(transaction, params.uuid, body)),
  );
  implement(contract.orderCustomerFields, ({ body }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      await lockFields(transaction);
      refuseUnknown(body.uuids, await listFields(transaction));
      await orderFields(transaction, body.uuids);
      return { items: await listFields(transaction) };
    }),
  );
}

/** As for a field that is deleted or of another account: such an order was made from an old list. */
function refuseUnknown(
  uuids: readonly CustomerFieldId[],
  fields: readonly contract.CustomerFieldView[],
): void {
  const known = new Set(fields.map(({ uuid }) => uuid));
  const unknown = uuids.findIndex((uuid) => !known.has(uuid));
  if (unknown >= 0)
    throw AppError.field('validation_failed', `body.uuids.${unknown}`, 'There is no such field');
}

/** Fields that are hidden from a role are not even named to it. */
const seenBy = ({ role }: Session, fields: contract.CustomerFieldView[]) =>
  fields.filter(({ hiddenFrom }) => !hiddenFrom.some((hidden) => hidden === role));

async function changeField(
  transaction: AccountTransaction,
  id: CustomerFieldId,
  { label, options, hiddenFrom, archived }: z.output<typeof contract.changeCustomerField.body>,
): Promise<contract.CustomerFieldView> {
  await lockFields(transaction);
  const before = await shown(transaction, id);
  const after = {
    ...before,
    label: label ?? before.label,
    options: options ?? before.options,
    hiddenFrom: hiddenFrom ?? before.hiddenFrom,
    archivedAt: archived === undefined ? before.archivedAt : archived ? 'now' : null,
  };
  requireOptions(after.kind, after.options);
  if (!(await updateField(transaction, after))) throw labelTaken();
  return shown(transaction, id);
}

const HAS_OPTIONS: readonly contract.CustomerFieldKind[] = ['choice', 'multi'];

function requireOptions(
  kind: contract.CustomerFieldKind,
  options: contract.CustomerFieldView['options'],
): void {
  if (HAS_OPTIONS.includes(kind) === options.length > 0) return;
  const message = options.length === 0 ? 'A choice needs options' : 'Only choices have options';
  throw AppError.field('validation_failed', 'body.options', message);
}

async function shown(
  transaction: AccountTransaction,
  id: CustomerFieldId,
): Promise<contract.CustomerFieldView> {
  const all = await listFields(transaction);
  return orNotFound(all.find(({ uuid }) => uuid === id) ?? null, 'field of customers');
}

const labelTaken = () => AppError.field('name_taken', 'body.label', 'A field has this name');
