import { findFormIds, removeRuleOfForm, saveRuleOfForm, saveRulesOfMenu } from './actions/rules.store.ts';
import { findActionProblems } from './actions/saved-rules.ts';
import { findFriend, findVendorId } from './contacts.store.ts';
import { fillCustomer, normalContactsOf } from './customers/change-customer.ts';
import { recordEvents } from './customers/customer-events.store.ts';
import { findCustomer, findCustomers, timeZoneOf } from './customers/customers.store.ts';
import { findPostalCode } from './customers/postal-code.ts';
import { heedSubscription, isUnwanted } from './customers/subscriptions.ts';
import { hiddenFields, listFields } from './fields/fields.store.ts';
import * as contacts from './inbound-contacts.store.ts';
import { fieldSql, testField } from './segments/conditions.ts';

export { openErased } from './customers/erase-customer.ts';
export { openSegments, type SavedSegments } from './segments/saved-segments.ts';
export { contacts };
/** Changes to customers who fill in a form, or who want nothing that they have not asked for. */
export const formContacts = {
  fillCustomer,
  normalContactsOf,
  heedSubscription,
  isUnwanted,
  recordEvents,
  findFriend,
  findVendorId,
  findCustomer,
  findCustomers,
  listFields,
  hiddenFields,
  timeZoneOf,
  findPostalCode,
  findActionProblems,
  findFormIds,
  saveRuleOfForm,
  saveRulesOfMenu,
  removeRuleOfForm,
  fieldSql,
  testField,
};
