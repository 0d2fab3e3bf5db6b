import { findFormIds, removeRuleOfForm, saveRuleOfForm, saveRulesOfMenu } from './actions/rules.store.ts';
import { findActionProblems } from './actions/saved-rules.ts';
import { findFriend } from './contacts.store.ts';
import { fillCustomer } from './customers/change-customer.ts';
import { recordEvents } from './customers/customer-events.store.ts';
import { findCustomer, timeZoneOf } from './customers/customers.store.ts';
import { hiddenFields, listFields } from './fields/fields.store.ts';
import * as contacts from './inbound-contacts.store.ts';
import { fieldSql, testField } from './segments/conditions.ts';

export { openErased } from './customers/erase-customer.ts';
export { openSegments, type SavedSegments } from './segments/saved-segments.ts';
export { contacts };
/** What becomes of customers who fill in a form. */
export const formContacts = {
  fillCustomer,
  recordEvents,
  findFriend,
  findCustomer,
  listFields,
  hiddenFields,
  timeZoneOf,
  findActionProblems,
  findFormIds,
  saveRuleOfForm,
  saveRulesOfMenu,
  removeRuleOfForm,
  fieldSql,
  testField,
};
