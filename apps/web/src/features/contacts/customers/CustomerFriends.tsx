import { CONSENTS, type CustomerView, changeCustomer } from '@hanasu/contract/customers';
import type { ChannelId, FriendId } from '@hanasu/contract/ids';
import { changeMenusAtLine, getFriendMenu } from '@hanasu/contract/menus-at-line';
import { Badge } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSaveCustomer } from '../../../entities/contact/customers.queries.ts';
import { SavedSelect } from '../../../entities/contact/SavedField.tsx';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { SendFormButton } from '../../../entities/form/SendForm.tsx';
import { allMenusQuery, isPublished } from '../../../entities/rich-menu/rich-menus.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { useNameOptions } from '../../../shell/name-options.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { FriendState } from '../FriendState.tsx';
import classes from './Customers.module.css';

/** LINE links a friend within seconds. */
const ASK_AGAIN_MS = 2_000;

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
            <FriendMenu friend={uuid} channelUuid={channel.uuid} />
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

const AUTOMATIC = 'automatic';

/** Which rich menu they have under the chat, why, and the choice of another one; nothing where there are none. */
function FriendMenu({ friend, channelUuid }: { friend: FriendId; channelUuid: ChannelId }) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const queryClient = useQueryClient();
  const mayGive = usePermission(changeMenusAtLine);
  const queryKey = ['friend', friend, 'rich-menu'];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getFriendMenu, { params: { uuid: friend }, signal }),
    refetchInterval: ({ state }) => (state.data && !state.data.linked ? ASK_AGAIN_MS : false),
  });
  const { data: menus = [] } = useQuery(allMenusQuery);
  const offered = menus.filter((menu) => menu.channelUuid === channelUuid && isPublished(menu));
  const give = async (next: string | null) => {
    const menu = offered.find(({ uuid }) => uuid === next);
    await call(changeMenusAtLine, {
      body: menu
        ? { do: 'link', menuUuid: menu.uuid, friendUuids: [friend] }
        : { do: 'unlink', channelUuid, friendUuids: [friend] },
    });
    await queryClient.invalidateQueries({ queryKey });
  };
  if (!data || offered.length === 0) return null;
  return (
    <div className={classes.sub}>
      {data.menu && data.why !== 'none'
        ? t(`customers.friends.menus.${data.why}`, { name: data.menu.name })
        : t('customers.friends.menus.none')}
      {!data.linked && ` · ${t('customers.friends.menus.pending')}`}
      {mayGive && (
        <SavedSelect
          isBare
          isNeeded
          label={t('customers.friends.menus.choose')}
          value={data.why === 'hand' && data.menu ? data.menu.uuid : AUTOMATIC}
          options={[
            { value: AUTOMATIC, label: t('customers.friends.menus.automatic') },
            ...nameOptions(offered),
          ]}
          save={give}
        />
      )}
    </div>
  );
}
