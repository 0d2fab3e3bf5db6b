import type { HomeView } from '@hanasu/contract/insights';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { CHANNELS, INBOX } from '../home-links.ts';
import classes from './Home.module.css';

interface Item {
  key: keyof HomeView['attention'];
  icon: IconName;
  words: string;
  to: LinkProps['to'];
}

/** What a person should look at now; each line leads there. */
export function Attention({ attention }: { attention: HomeView['attention'] }) {
  const { t } = useWords();
  const counted = [
    { key: 'waiting', icon: 'hand', to: INBOX },
    { key: 'failedDeliveries', icon: 'send', to: INBOX },
    { key: 'unconfirmedDeliveries', icon: 'circle-dashed', to: INBOX },
    { key: 'brokenChannels', icon: 'plug', to: CHANNELS },
    { key: 'failedDocuments', icon: 'file-text', to: '/Knowledge' },
  ] as const;
  const items: Item[] = [
    ...counted
      .filter(({ key }) => attention[key] > 0)
      .map((item) => ({ ...item, words: t(`home.attention.${item.key}`, { count: attention[item.key] }) })),
    ...(attention.lowBalance
      ? [{ key: 'lowBalance', icon: 'coins', words: t('home.attention.lowBalance'), to: '/Token' } as const]
      : []),
    ...(attention.disk === 'ok'
      ? []
      : [
          {
            key: 'disk',
            icon: 'alert-circle',
            words: t(`home.attention.disk.${attention.disk}`),
            to: '/Document',
          } as const,
        ]),
    ...(attention.lowStorage
      ? [
          {
            key: 'lowStorage',
            icon: 'files',
            words: t('home.attention.lowStorage'),
            to: '/Document',
          } as const,
        ]
      : []),
  ];
  return (
    <Surface aria-labelledby="attention">
      <h2 id="attention" className={classes.heading}>
        {t('home.attention.title')}
      </h2>
      {items.length === 0 && (
        <p className={classes.nothing}>
          <Icon name="check-circle-2" /> {t('home.attention.nothing')}
        </p>
      )}
      <ul className={classes.attention}>
        {items.map(({ key, icon, words, to }) => (
          <li key={key}>
            <Link to={to} className={classes.attentionLink}>
              <span className={classes.attentionIcon}>
                <Icon name={icon} />
              </span>
              <span>{words}</span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </Surface>
  );
}
