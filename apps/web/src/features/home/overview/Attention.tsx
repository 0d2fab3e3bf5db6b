import { listBudgets } from '@hanasu/contract/budgets';
import type { HomeView } from '@hanasu/contract/insights';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useFriendName } from '../../../entities/contact/use-friend-name.ts';
import { useFailureWords } from '../../../entities/conversation/use-tool-failure-words.ts';
import { loadWords } from '../../../i18n/i18n.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { useConfirmEmail } from '../../../shell/session/use-confirm-email.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import classes from '../Home.module.css';

interface Item {
  readonly name: string;
  readonly icon: IconName;
  readonly look: 'person' | 'danger' | 'warn';
  readonly fact: string;
  readonly detail?: string | undefined;
  readonly time?: string | undefined;
  readonly verb: string;
  /** Undefined: the person may not open it. */
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'> | undefined;
}

/** Fetched with its words when a budget is near its limit. */
const BudgetLine = lazy(async () => {
  const [{ BudgetLine: Line }] = await Promise.all([
    import('../../../entities/budget/BudgetBar.tsx'),
    loadWords('budget'),
  ]);
  return { default: Line };
});

/** What a person should do now, most urgent first: one fact and one verb a row. */
export function Attention({ home, isQuiet }: { home: HomeView; isQuiet: boolean }) {
  const { t } = useWords();
  const customers = useCustomers(home);
  const others = [...useBroken(home), ...useRunningOut(home)];
  const email = useConfirmEmail();
  const { budgets } = home.attention;
  const isEmpty = customers.length + budgets.length + others.length === 0 && !email.isWanted;
  if (isQuiet && isEmpty) return null;
  return (
    <section className={classes.section} aria-labelledby="attention">
      <h2 id="attention" className={classes.heading}>
        {t('overview.now.title')}
      </h2>
      <ul className={classes.rows}>
        {customers.map((item) => (
          <AttentionRow key={item.name} {...item} />
        ))}
        {budgets.length > 0 && <BudgetRow budgets={budgets} />}
        {others.map((item) => (
          <AttentionRow key={item.name} {...item} />
        ))}
        {email.isWanted && <EmailRow {...email} withheld={home.withheldTokens} />}
        {isEmpty && (
          <li className={classes.nothing}>
            <Icon name="check-circle-2" /> {t('overview.now.nothing')}
          </li>
        )}
      </ul>
    </section>
  );
}

function AttentionRow({ icon, look, fact, detail, time, verb, link }: Item) {
  return (
    <li className={classes.row}>
      <span className={classes.sign} data-look={look}>
        <Icon name={icon} />
      </span>
      <span className={classes.fact}>
        <strong>{fact}</strong> {detail && <span className={classes.detail}>{detail}</span>}
      </span>
      {time && <span className={classes.time}>{time}</span>}
      {link && (
        <Button
          size="xs"
          className={classes.verb ?? ''}
          {...(look === 'person' ? { color: 'kaki' } : { variant: 'default' })}
          aria-label={`${verb}: ${fact}`}
          renderRoot={(props) => <Link {...link} {...props} />}
        >
          {verb}
        </Button>
      )}
    </li>
  );
}

/** The budget that decides now, of those near or at their limit. */
function BudgetRow({ budgets }: Pick<HomeView['attention'], 'budgets'>) {
  const { t } = useWords();
  const mayOpen = usePermission(listBudgets);
  return (
    <Suspense>
      <BudgetLine budgets={budgets}>
        {({ fact, detail, isPaused }) => (
          <AttentionRow
            name="budgets"
            icon="gauge"
            look={isPaused ? 'danger' : 'warn'}
            fact={fact}
            detail={detail}
            verb={t('overview.now.see')}
            link={mayOpen ? { to: '/Token', search: { tab: 'budgets' } } : undefined}
          />
        )}
      </BudgetLine>
    </Suspense>
  );
}

interface EmailRowProps extends ReturnType<typeof useConfirmEmail> {
  /** Tokens that come with the confirmation. */
  withheld: number;
}

/** The address is not confirmed yet; said here and at the account, nowhere in the way of work. */
function EmailRow({ send, close, isSending, withheld }: EmailRowProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data: user } = useQuery(meQuery);
  return (
    <li className={classes.row}>
      <span className={classes.sign}>
        <Icon name="info" />
      </span>
      <span className={classes.fact}>
        <strong>{t('overview.now.email')}</strong>{' '}
        <span className={classes.detail}>
          {withheld > 0 && user?.role === 'owner'
            ? t('overview.now.emailTokens', { tokens: format.number(withheld), email: user.email ?? '' })
            : t('overview.now.emailText', { email: user?.email ?? '' })}
        </span>
      </span>
      <Button size="xs" variant="subtle" color="gray" className={classes.verb ?? ''} onClick={close}>
        {t('overview.now.later')}
      </Button>
      <Button
        size="xs"
        variant="default"
        className={classes.verb ?? ''}
        loading={isSending}
        onClick={() => send()}
      >
        {t('overview.now.sendAgain')}
      </Button>
    </li>
  );
}

function useCustomers({ attention }: HomeView): Item[] {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useFriendName();
  const { waiting, longestWaiting } = attention;
  if (waiting === 0) return [];
  const detailOf = ({ name: raw, channel, text, more }: NonNullable<typeof longestWaiting>) => {
    const friend = nameOf(raw);
    const name = channel
      ? t('overview.now.whoOn', { name: friend, channel })
      : t('overview.now.who', { name: friend });
    return more > 0
      ? t('overview.now.longestMore', { name, text, count: more })
      : t('overview.now.longest', { name, text });
  };
  return [
    {
      name: 'waiting',
      icon: 'hand',
      look: 'person',
      fact: t('overview.now.waiting', { count: waiting }),
      detail: longestWaiting?.name && longestWaiting.text ? detailOf(longestWaiting) : undefined,
      time: longestWaiting ? format.ago(longestWaiting.since) : undefined,
      verb: t('overview.now.reply'),
      link: { to: '/Message', search: { tab: 'waiting' } },
    },
  ];
}

/** What should work and does not. */
function useBroken({ attention }: HomeView): Item[] {
  const { t } = useWords();
  const failureWords = useFailureWords();
  const { silentBot, failedDocument, brokenChannel, failingTool } = attention;
  const deliveries = (['failedDeliveries', 'unconfirmedDeliveries'] as const).filter(
    (key) => attention[key] > 0,
  );
  return [
    silentBot && {
      name: 'silentBots',
      icon: 'bot' as const,
      look: 'danger' as const,
      fact: t('overview.now.silentBots', { count: attention.silentBots }),
      detail: t(`overview.now.silent.${silentBot.state}`, {
        bot: silentBot.name,
        channel: silentBot.channel,
      }),
      verb: t('overview.now.open'),
      link: { to: '/Bot/$id', params: { id: silentBot.uuid } } as const,
    },
    brokenChannel && {
      name: 'brokenChannels',
      icon: 'plug' as const,
      look: 'danger' as const,
      fact: t('overview.now.brokenChannels', { count: attention.brokenChannels }),
      detail: brokenChannel.name,
      verb: t('overview.now.check'),
      link:
        attention.brokenChannels === 1
          ? ({ to: '/Channel/Instance/$id', params: { id: brokenChannel.uuid } } as const)
          : ({ to: '/Channel' } as const),
    },
    failingTool && {
      name: 'failingTools',
      icon: 'hammer' as const,
      look: 'danger' as const,
      fact: t('overview.now.failingTools', { count: attention.failingTools }),
      detail: t('overview.now.failingTool', {
        tool: failingTool.name,
        bot: failingTool.bot.name,
        reason: failureWords(failingTool.reason),
      }),
      verb: t('overview.now.check'),
      link: { to: '/Bot/$id', params: { id: failingTool.bot.uuid }, search: { tab: 'tools' } } as const,
    },
    failedDocument && failedDocumentItem(attention, t),
    ...deliveries.map((key) => ({
      name: key,
      icon: key === 'failedDeliveries' ? ('send' as const) : ('circle-dashed' as const),
      look: 'warn' as const,
      fact: t(`overview.now.${key}`, { count: attention[key] }),
      verb: t('overview.now.see'),
      link: {
        to: '/Message',
        search: { delivery: key === 'failedDeliveries' ? 'failed' : 'unconfirmed' },
      } as const,
    })),
  ].filter((item) => item !== null);
}

function failedDocumentItem(
  attention: HomeView['attention'],
  t: ReturnType<typeof useWords>['t'],
): Item | null {
  const { failedDocument, failedDocuments } = attention;
  if (!failedDocument) return null;
  const { title, knowledgeUuid } = failedDocument;
  return {
    name: 'failedDocuments',
    icon: 'file-text',
    look: 'danger',
    fact:
      failedDocuments === 1
        ? t('overview.now.failedDocument', { title })
        : t('overview.now.failedDocuments', { count: failedDocuments }),
    detail: failedDocuments === 1 ? undefined : title,
    verb: t('overview.now.replace'),
    link:
      failedDocuments === 1
        ? { to: '/Knowledge/$id/documents', params: { id: knowledgeUuid }, search: { status: 'failed' } }
        : { to: '/Document', search: { status: 'failed' } },
  };
}

/** What will not last. */
function useRunningOut({ attention, balance }: HomeView): Item[] {
  const { t } = useWords();
  const format = useFormat();
  const common = { look: 'warn', verb: t('overview.now.see') } as const;
  const items: (Item | false)[] = [
    attention.lowBalance && {
      ...common,
      name: 'lowBalance',
      icon: 'coins',
      fact: t('overview.now.lowBalance'),
      detail: t('overview.now.lowBalanceText', { tokens: format.number(balance) }),
      link: { to: '/payment' },
    },
    attention.disk !== 'ok' && {
      ...common,
      name: 'disk',
      icon: 'alert-circle',
      fact: t(`overview.now.disk.${attention.disk}`),
      detail: t('overview.now.diskText'),
      link: { to: '/Document' },
    },
    attention.lowStorage && {
      ...common,
      name: 'lowStorage',
      icon: 'files',
      fact: t('overview.now.lowStorage'),
      link: { to: '/Document' },
    },
  ];
  return items.filter((item) => item !== false);
}
