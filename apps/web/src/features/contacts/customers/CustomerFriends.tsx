import { CONSENTS, type CustomerView, changeCustomer } from '@hanasu/contract/customers';
import type { FriendId } from '@hanasu/contract/ids';
import { getFriendMenu } from '@hanasu/contract/menus-at-line';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSaveCustomer } from '../../../entities/contact/customers.queries.ts';
import { SavedSelect } from '../../../entities/contact/SavedField.tsx';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { SendFormButton } from '../../../entities/form/SendForm.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { FriendState } from '../FriendState.tsx';
import classes from './Customers.module.css';

/** Where the customer can be reached, and whether they agreed to what is sent to many. */
export function CustomerFriends({ customer }: { customer: CustomerView }) {
  const { t } = useWords();
  const format = useFormat();
  const friendName = useFriendName();
  const mayChange = usePermission(changeCustomer);
  const save = useSaveCustomer(customer.uuid);
  const consents = CONSENTS.map((value) => ({ value, label: t(`customers.consents.${value}`) }));
  if (customer.friends.length === 0) return <p className={classes.sub}>{t('customers.friends.none')}</p>;
  return (
    <ul className={classes.plain}>
      {customer.friends.map(({ uuid, channel, name, state, consent, conversationUuid, lastWroteAt }) => (
        <li key={uuid} className={classes.friend}>
          <div>
            <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }}>
              {channel.name}
            </Link>
            {channel.sandbox && (
              <Badge color="gray" ml={6}>
                {t('shell.sandbox.pill')}
              </Badge>
            )}
            <div className={classes.sub}>
              {[name && friendName(name), lastWroteAt && format.ago(lastWroteAt)].filter(Boolean).join(' · ')}
            </div>
            <FriendState state={state} />{' '}
            {conversationUuid && (
              <Link to="/Channel/conversation/$id" params={{ id: conversationUuid }}>
                {t('friends.conversation')}
              </Link>
            )}
            <FriendMenu friend={uuid} />
            <div className={classes.sendForm}>
              <SendFormButton friend={uuid} conversation={conversationUuid} />
            </div>
          </div>
          <div className={classes.consent}>
            {mayChange ? (
              <SavedSelect
                isBare
                isNeeded
                label={t('customers.friends.consentOf', { channel: channel.name })}
                value={consent}
                options={consents}
                save={(next) => save({ consents: { [uuid]: next ?? 'unknown' } })}
              />
            ) : (
              t(`customers.consents.${consent}`)
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Which rich menu they have under the chat, and why; nothing where there are none. */
function FriendMenu({ friend }: { friend: FriendId }) {
  const { t } = useWords();
  const { data } = useQuery({
    queryKey: ['friend', friend, 'rich-menu'],
    queryFn: ({ signal }) => call(getFriendMenu, { params: { uuid: friend }, signal }),
  });
  if (!data?.menu || data.why === 'none') return null;
  return (
    <div className={classes.sub}>{t(`customers.friends.menus.${data.why}`, { name: data.menu.name })}</div>
  );
}
