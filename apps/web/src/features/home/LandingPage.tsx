import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Drawing } from '../../shell/components/Drawing.tsx';
import { usePageTitle } from '../../shell/layout/use-page-title.ts';
import { systemQuery } from '../../shell/shell.queries.ts';
import classes from './Landing.module.css';

const STEPS = ['documents', 'tried', 'live', 'person'] as const;

/** The home page of whoever is not signed in: what Hanasu is, and the way in. */
export function LandingPage({ demo, children }: { demo: ReactNode; children: ReactNode }) {
  const { t } = useWords();
  usePageTitle(undefined);
  useDescription(t('home.landing.lead'));
  return (
    <div className={classes.page}>
      <Hero />
      <section className={classes.counter} aria-label={t('home.landing.what')}>
        <ol className={classes.steps}>
          {STEPS.map((step, index) => (
            <li key={step}>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
              <h2 className="display">{t(`home.landing.steps.${step}.title`)}</h2>
              <p>{t(`home.landing.steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <Inbox />
      {demo}
      <Facts />
      <div className={classes.wrap}>{children}</div>
    </div>
  );
}

function Hero() {
  const { t, locale } = useWords();
  // What people of the reader's country use most comes first.
  const isFirst = ({ letter }: ChannelProps) => letter === (locale === 'vi' ? 'Z' : 'L');
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <h1 className={`${classes.claim} display`}>{t('home.landing.claim')}</h1>
        <p className={classes.lead}>{t('home.landing.lead')}</p>
        <div className={classes.actions}>
          <Button size="lg" renderRoot={(props) => <Link to="/Register" {...props} />}>
            {t('session.register')}
          </Button>
          <Button size="lg" variant="default" renderRoot={(props) => <Link to="/Login" {...props} />}>
            {t('session.signIn')}
          </Button>
        </div>
        <ul className={classes.channels} aria-label={t('home.landing.channels')}>
          {[...CHANNELS.filter(isFirst), ...CHANNELS.filter((channel) => !isFirst(channel))].map(
            (channel) => (
              <Channel key={channel.letter} {...channel} />
            ),
          )}
          <Channel letter="W" name={t('home.landing.web')} tone="web" />
        </ul>
      </div>
      <div className={classes.scene} aria-hidden>
        <Drawing name={locale === 'ja' ? 'scene' : 'scene-vi'} className={classes.drawing} />
        <span className={`${classes.says} ${classes.customer}`}>{t('home.landing.ask')}</span>
        <span className={`${classes.says} ${classes.bot}`}>
          {t('home.landing.answer')} <small>[{t('home.landing.source')}]</small>
        </span>
        <span className={`${classes.says} ${classes.person}`}>{t('home.landing.person')}</span>
      </div>
    </section>
  );
}

interface ChannelProps {
  letter: string;
  name: string;
  tone: 'line' | 'zalo' | 'tele' | 'web';
}

const CHANNELS: readonly ChannelProps[] = [
  { letter: 'L', name: 'LINE', tone: 'line' },
  { letter: 'Z', name: 'Zalo', tone: 'zalo' },
  { letter: 'T', name: 'Telegram', tone: 'tele' },
];

const Channel = ({ letter, name, tone }: ChannelProps) => (
  <li>
    <span
      className={classes.letter}
      style={{ background: `var(--${tone}-soft)`, color: `var(--${tone}-text)` }}
      aria-hidden
    >
      {letter}
    </span>
    {name}
  </li>
);

/** How bot and people are told apart, drawn as the inbox shows it. */
function Inbox() {
  const { t } = useWords();
  return (
    <section className={`${classes.wrap} ${classes.inbox}`}>
      <div>
        <h2 className="display">{t('home.landing.inboxTitle')}</h2>
        <p>{t('home.landing.inboxText')}</p>
      </div>
      <ol className={classes.parts}>
        <li>
          <p className={classes.caption}>{t('home.landing.p1')}</p>
          <div className={classes.slip}>
            <span>{t('home.landing.slip')}</span>
            {t('home.landing.slipText')}
          </div>
        </li>
        <li>
          <p className={classes.caption}>{t('home.landing.p2')}</p>
          <div className={`${classes.bubble} ${classes.bot}`}>{t('home.landing.botSays')}</div>
        </li>
        <li>
          <p className={classes.caption}>{t('home.landing.p3')}</p>
          <div className={`${classes.bubble} ${classes.person}`}>{t('home.landing.staffSays')}</div>
        </li>
      </ol>
    </section>
  );
}

/** What whoever runs the installation says about it; what they have not said is left out. */
function Facts() {
  const { t } = useWords();
  const format = useFormat();
  const { data: system } = useQuery(systemQuery);
  if (!system) return null;
  const { operator, startingTokens, privacyUrl } = system;
  const cost =
    startingTokens > 0
      ? t('home.landing.costText', { tokens: format.number(startingTokens) })
      : t('home.landing.costOpen');
  return (
    <section className={classes.facts}>
      <div className={classes.wrap}>
        <h2 className="display">{t('home.landing.factsTitle')}</h2>
        <dl>
          <div>
            <dt>{t('home.landing.cost')}</dt>
            <dd>{cost}</dd>
          </div>
          <div>
            <dt>{t('home.landing.data')}</dt>
            <dd>
              {operator.dataLocation && <>{t('home.landing.dataText', { place: operator.dataLocation })} </>}
              {t('home.landing.dataPrivacy')}{' '}
              <a href={privacyUrl ?? '/Privacy'}>{t('home.landing.privacyLong')}</a>
            </dd>
          </div>
          {operator.name && (
            <div>
              <dt>{t('home.landing.who')}</dt>
              <dd>
                {[operator.name, operator.address].filter(Boolean).join(' · ')}
                <br />
                {t('home.landing.own')}
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}

/** What search engines show under the page's title. */
function useDescription(description: string): void {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [description]);
}
