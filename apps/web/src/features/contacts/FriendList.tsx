import type { CustomerView } from '@hanasu/contract/customers';
import type { FriendView } from '@hanasu/contract/friends';
import type { FriendId } from '@hanasu/contract/ids';
import { Badge, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { FriendFace } from '../../entities/contact/FriendFace.tsx';
import { TagList } from '../../entities/contact/TagChip.tsx';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { DataTable } from '../../shell/components/DataTable.tsx';
import { FriendState } from './FriendState.tsx';
import classes from './Friends.module.css';
import { useFriendWords } from './friend-words.ts';

export interface ChosenFriends {
  readonly ids: ReadonlySet<FriendId>;
  readonly customers: readonly Pick<CustomerView, 'uuid' | 'tags'>[];
  readonly choose: (uuids: readonly FriendId[], isOn: boolean) => void;
  readonly end: () => void;
}

interface FriendListProps {
  items: readonly FriendView[];
  /** Null: this person changes none. */
  chosen: ChosenFriends | null;
}

/** A table, and cards where there is no room for one. */
export function FriendList(props: FriendListProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return isPhone ? <FriendCards {...props} /> : <FriendTable {...props} />;
}

function FriendTable({ items, chosen }: FriendListProps) {
  const { t } = useWords();
  const { languageOf } = useFriendWords();
  return (
    <DataTable label={t('friends.title')}>
      <thead>
        <tr>
          {chosen && (
            <th scope="col">
              <label className="pick" htmlFor="pick-all">
                <Checkbox
                  id="pick-all"
                  aria-label={t('customers.table.all')}
                  checked={items.every(({ uuid }) => chosen.ids.has(uuid))}
                  indeterminate={chosen.ids.size > 0 && chosen.ids.size < items.length}
                  onChange={(event) =>
                    chosen.choose(
                      items.map(({ uuid }) => uuid),
                      event.currentTarget.checked,
                    )
                  }
                />
              </label>
            </th>
          )}
          <th scope="col">{t('friends.columns.name')}</th>
          <th scope="col">{t('friends.columns.channel')}</th>
          <th scope="col">{t('friends.columns.state')}</th>
          <th scope="col">{t('contact.tags.label')}</th>
          <th scope="col">{t('friends.columns.language')}</th>
          <th scope="col">{t('friends.columns.lastWrote')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((friend) => (
          <tr key={friend.uuid}>
            {chosen && (
              <td>
                <Box friend={friend} chosen={chosen} />
              </td>
            )}
            <td>
              <Who friend={friend} />
            </td>
            <td>
              <Where friend={friend} />
            </td>
            <td>
              <FriendState state={friend.state} />
            </td>
            <td>{friend.tags.length > 0 ? <TagList tags={friend.tags} /> : '–'}</td>
            <td>{friend.language ? languageOf(friend.language) : '–'}</td>
            <td>
              <LastWrote friend={friend} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Above the link to the panel. */
function Box({ friend, chosen }: { friend: FriendView; chosen: ChosenFriends }) {
  const { t } = useWords();
  const { nameOf } = useFriendWords();
  return (
    <label className="pick" htmlFor={`pick-${friend.uuid}`}>
      <Checkbox
        id={`pick-${friend.uuid}`}
        aria-label={t('customers.table.choose', { name: nameOf(friend) })}
        checked={chosen.ids.has(friend.uuid)}
        onChange={(event) => chosen.choose([friend.uuid], event.currentTarget.checked)}
      />
    </label>
  );
}

function FriendCards({ items, chosen }: FriendListProps) {
  const { t } = useWords();
  return (
    <ul className={classes.cards} aria-label={t('friends.title')}>
      {items.map((friend) => (
        <li key={friend.uuid} className={classes.card}>
          <div className={classes.cardFacts}>
            {chosen && <Box friend={friend} chosen={chosen} />}
            <Who friend={friend} />
          </div>
          <div className={classes.cardFacts}>
            {friend.tags.length > 0 && <TagList tags={friend.tags} />}
            <FriendState state={friend.state} />
            <span className={classes.sub}>
              <Where friend={friend} />
            </span>
            {friend.lastWroteAt && (
              <span className={classes.sub}>
                {t('friends.columns.lastWrote')}: <LastWrote friend={friend} />
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the panel, which has an address of its own. */
function Who({ friend }: { friend: FriendView }) {
  const { nameOf } = useFriendWords();
  return (
    <span className={classes.who}>
      <FriendFace name={friend.name} pictureUrl={friend.pictureUrl} size={32} />
      <span>
        <Link
          from="/Friend"
          to="/Friend"
          search={(old) => ({ ...old, friend: friend.uuid })}
          resetScroll={false}
          className={classes.name}
        >
          {nameOf(friend)}
        </Link>
      </span>
    </span>
  );
}

export function Where({ friend: { channel } }: { friend: FriendView }) {
  const { t } = useWords();
  return (
    <>
      {channel.name}
      {channel.sandbox && (
        <Badge color="gray" ml={6}>
          {t('shell.sandbox.pill')}
        </Badge>
      )}
    </>
  );
}

export function LastWrote({ friend: { lastWroteAt } }: { friend: FriendView }) {
  const { t } = useWords();
  const format = useFormat();
  if (!lastWroteAt) return t('friends.neverWrote');
  return (
    <time dateTime={lastWroteAt} title={format.dateTime(lastWroteAt)}>
      {format.ago(lastWroteAt)}
    </time>
  );
}
