import type { FormSubmissionId } from '@hanasu/contract/ids';
import { id, oneOf, page, textUpTo } from '../../../shell/search-params.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = (given: unknown): string | undefined =>
  typeof given === 'string' && DAY.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;

/** What of an address the page of submissions reads. The lists are those of the contract, which routes don't load. */
export const SUBMISSIONS_SEARCH = {
  tab: oneOf(['results']),
  q: textUpTo(200),
  state: oneOf(['new', 'seen', 'done']),
  source: oneOf(['page', 'chat', 'widget']),
  version: page,
  /** An answer: the key of its question, and the answer itself as the API has it. */
  field: textUpTo(60),
  answer: textUpTo(300),
  /** Days here, both of them included. */
  from: day,
  until: day,
  page,
  /** In the panel beside the table. */
  submission: id<FormSubmissionId>(),
};
