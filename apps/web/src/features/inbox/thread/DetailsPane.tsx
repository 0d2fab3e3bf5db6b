import type { CustomerId } from '@hanasu/contract/ids';
import type { ConversationView, MessageView } from '@hanasu/contract/inbox';
import { ActionIcon, Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { CustomerFacts } from '../../../entities/contact/CustomerFacts.tsx';
import { customerQuery } from '../../../entities/contact/customers.queries.ts';
import { FriendFace } from '../../../entities/contact/FriendFace.tsx';
import { useCustomerUpdates } from '../../../entities/contact/use-customer-updates.ts';
import { useFriendFacts } from '../../../entities/contact/use-friend-name.ts';
import { StatusPill } from '../../../entities/conversation/StatusPill.tsx';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { sendingWindow } from '../composer/sending-window.ts';
import { durationWords } from '../durations.ts';
import { friendQuery, otherConversationsQuery } from '../inbox.queries.ts';
import { slaOf } from '../list/sla.ts';
import { useConversationWords } from '../use-conversation-words.ts';
import { useNow, useWaitingTime } from '../use-now.ts';
import classes from './Details.module.css';
import { answeringStretches } from './thread-items.ts';

interface DetailsPaneProps {
  conversation: ConversationView;
  messages: readonly MessageView[];
  onClose: () => void;
}

/** The customer, what is known of them, how they are served, and who has answered so far. */
export function DetailsPane({ conversation, messages, onClose }: DetailsPaneProps) {
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const { friend, group } = conversation;
  return (
    <>
      <header className={classes.detailsHead}>
        <h2>{t('inbox.details.title')}</h2>
        <ActionIcon variant="subtle" color="gray" size={36} onClick={onClose} aria-label={t('shell.close')}>
          <Icon name="x" />
        </ActionIcon>
      </header>
      <div className={classes.person}>
        <FriendFace
          name={nameOf(conversation)}
          pictureUrl={group?.pictureUrl ?? friend?.pictureUrl ?? null}
          size={60}
        />
        <strong>{nameOf(conversation)}</strong>
        {group && (
          <Badge color="gray" leftSection={<Icon name="users" size={12} />}>
            {t('inboxThread.customer.group')}
          </Badge>
        )}
        {friend && !group && (
          <Badge
            color={friend.state === 'following' ? 'green' : friend.state === 'blocked' ? 'red' : 'gray'}
            leftSection={<Icon name={FRIEND_ICONS[friend.state]} size={12} />}
          >
            {t(`inbox.friendStates.${friend.state}`)}
          </Badge>
        )}
      </div>
      {group && <p className={classes.groupNote}>{t('inboxThread.customer.groupNote')}</p>}
      {conversation.customerUuid && !group && (
        <CustomerSection key={conversation.customerUuid} uuid={conversation.customerUuid} />
      )}
      <Facts conversation={conversation} />
      <ServiceFacts conversation={conversation} />
      {friend && <Told conversation={conversation} />}
      {!group && <OtherConversations conversation={conversation} />}
      <WhoAnswered messages={messages} />
    </>
  );
}

const FRIEND_ICONS = {
  following: 'user-check',
  blocked: 'ban',
  unknown: 'user',
} as const satisfies Record<string, IconName>;

function Facts({ conversation }: { conversation: ConversationView }) {
  const { t } = useWords();
  const format = useFormat();
  const { languageOf } = useFriendFacts();
  const { friend, channel, bot, createdAt } = conversation;
  return (
    <dl className={classes.factList}>
      <Fact name={t('inbox.details.handling')}>
        <StatusPill conversation={conversation} isFull />
      </Fact>
      {friend?.language && <Fact name={t('inbox.details.language')}>{languageOf(friend.language)}</Fact>}
      {channel && (
        <Fact name={t('inbox.details.channel')}>
          <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }}>
            {channel.name}
          </Link>
          {channel.sandbox && (
            <Badge color="gray" ml={6}>
              {t('shell.sandbox.pill')}
            </Badge>
          )}
        </Fact>
      )}
      {bot && (
        <Fact name={t('inbox.details.bot')}>
          <Link to="/Bot/$id" params={{ id: bot.uuid }}>
            {bot.name}
          </Link>
        </Fact>
      )}
      <Fact name={t('inbox.details.since')}>
        <time dateTime={createdAt} title={format.dateTime(createdAt)}>
          {format.ago(createdAt)}
        </time>
      </Fact>
    </dl>
  );
}

/** What the customer said of themselves when they were asked. */
function Told({ conversation: { friend, channel } }: { conversation: ConversationView }) {
  const { t } = useWords();
  const format = useFormat();
  const { detailOf } = useFriendFacts();
  const now = useNow();
  // Not worth a fault of its own: everything else stands here without it.
  const { data } = useQuery({ ...friendQuery(friend?.uuid as never), enabled: friend !== null });
  const details = Object.entries(data?.details ?? {});
  const canAsk = kindOf(channel?.kind)?.manifest.capabilities.sends.includes('details') ?? false;
  if (!canAsk && details.length === 0 && !data?.lastWroteAt) return null;
  return (
    <section className={classes.told}>
      {(canAsk || details.length > 0) && <h3>{t('inboxThread.customer.details')}</h3>}
      {details.length === 0 && canAsk && <p className={classes.dim}>{t('inboxThread.customer.noDetails')}</p>}
      {details.length > 0 && (
        <dl>
          {details.map(([name, value]) => (
            <Fact key={name} name={detailOf(name)}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
      {data?.lastWroteAt && (
        <p className={classes.dim}>
          {t('inboxThread.customer.lastWrote')}: {format.ago(data.lastWroteAt, now)}
        </p>
      )}
    </section>
  );
}

/** What the account knows of the customer, edited where it stands. */
function CustomerSection({ uuid }: { uuid: CustomerId }) {
  const { t } = useWords();
  const { data: customer, error, refetch } = useQuery(customerQuery(uuid));
  useCustomerUpdates();
  return (
    <section className={classes.known} aria-label={t('inboxThread.customer.known')}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!customer && !error && <Skeleton height={180} animate={false} aria-hidden />}
      {customer && <CustomerFacts customer={customer} isShort />}
      <Link to="/Customer/$id" params={{ id: uuid }} className={classes.more}>
        {t('inboxThread.customer.all')} <Icon name="arrow-right" size={13} />
      </Link>
    </section>
  );
}

/** What else the same customer has written about, on whatever channel. */
function OtherConversations({ conversation: { uuid } }: { conversation: ConversationView }) {
  const { t } = useWords();
  const format = useFormat();
  const { previewOf } = useConversationWords();
  // Not worth a fault of its own, either.
  const { data } = useQuery(otherConversationsQuery(uuid));
  if (!data || data.total === 0) return null;
  return (
    <section className={classes.others}>
      <h3>{t('inboxThread.customer.others', { count: data.total })}</h3>
      <ul>
        {data.items.map((one) => (
          <li key={one.uuid}>
            <Link to="/Message" search={{ conversation: one.uuid }} className={classes.other}>
              <span className={classes.otherHead}>
                <StatusPill conversation={one} />
                <time dateTime={one.lastMessageAt} title={format.dateTime(one.lastMessageAt)}>
                  {format.ago(one.lastMessageAt)}
                </time>
              </span>
              <span className={classes.otherWords}>{previewOf(one)}</span>
              {one.channel && <span className={classes.dim}>{one.channel.name}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WhoAnswered({ messages }: { messages: readonly MessageView[] }) {
  const { t } = useWords();
  const format = useFormat();
  const stretches = answeringStretches(messages).toReversed();
  return (
    <section className={classes.history}>
      <h3>{t('inbox.details.history')}</h3>
      {stretches.length === 0 && <p className={classes.dim}>{t('inbox.details.noHistory')}</p>}
      <ol>
        {stretches.map(({ key, sender, name, from, count }) => (
          <li key={key}>
            <span className={classes.historyIcon} data-sender={sender}>
              <Icon name={sender === 'bot' ? 'bot' : 'user'} size={13} />
            </span>
            <span>
              {name ?? t(`inbox.senders.${sender}`)}
              <span className={classes.dim}>
                {format.ago(from)} · {t('inbox.details.messages', { count })}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How fast and how well the customer is served, and until when they can be written to. */
function ServiceFacts({ conversation }: { conversation: ConversationView }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const now = useNow();
  const waitingTime = useWaitingTime();
  const { firstResponseSeconds, waitingSince, respondBy, satisfaction } = conversation;
  const window = sendingWindow(conversation.window, now);
  if (firstResponseSeconds === null && !waitingSince && !respondBy && !window && !satisfaction) return null;
  const isLate = slaOf(conversation, now)?.state === 'late';
  const windowWords = (known: NonNullable<typeof window>) =>
    known.state === 'closed'
      ? t('channel.deliveryReasons.window_closed')
      : t(known.state === 'free' ? 'composer.window.free' : 'composer.window.open', {
          time: format.dateTime(known.until),
          left: durationWords((Date.parse(known.until) - now) / 1000, LOCALE_TAGS[locale]),
        });
  return (
    <dl className={classes.factList}>
      {firstResponseSeconds !== null && (
        <Fact name={t('inboxThread.customer.firstResponse')}>
          {t('inboxThread.customer.firstResponseIn', {
            duration: durationWords(firstResponseSeconds, LOCALE_TAGS[locale]),
          })}
        </Fact>
      )}
      {waitingSince && (
        <Fact name={t('inboxThread.customer.waiting')}>
          <time dateTime={waitingSince} title={format.dateTime(waitingSince)}>
            {waitingTime(waitingSince)}
          </time>
        </Fact>
      )}
      {respondBy && (
        <Fact name={t('inboxThread.customer.respondBy')}>
          <span className={isLate ? classes.late : undefined}>
            {isLate && `${t('inboxList.row.late')}: `}
            {format.dateTime(respondBy)}
          </span>
        </Fact>
      )}
      {window && <Fact name={t('inboxThread.customer.window')}>{windowWords(window)}</Fact>}
      {satisfaction && (
        <Fact name={t('inboxThread.customer.satisfaction')}>
          {satisfaction.score === null
            ? t('inboxThread.customer.satisfactionAsked')
            : t('inboxThread.customer.satisfactionScore', { score: satisfaction.score })}
          {satisfaction.comment && <span className={classes.dim}>{satisfaction.comment}</span>}
        </Fact>
      )}
    </dl>
  );
}

/** One line of what is known. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
