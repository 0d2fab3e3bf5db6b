import type { CustomerView } from '@hanasu/contract/customers';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { useWords } from '../../../i18n/use-words.ts';

/** What a customer is called, also one of whom no name is known. */
export function useCustomerName(): (customer: Pick<CustomerView, 'name'>) => string {
  const { t } = useWords();
  const friendName = useFriendName();
  return ({ name }) => (name ? friendName(name) : t('customers.nameless'));
}
