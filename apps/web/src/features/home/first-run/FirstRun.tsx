import type { FirstStepsView } from '@hanasu/contract/insights';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { kindsFor } from '../../../entities/channel/channel-kinds.ts';
import { useKindName } from '../../../entities/channel/use-kind-name.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { Drawing, type DrawingName } from '../../../shell/components/Drawing.tsx';
import {
  type Act,
  linkOf,
  nextAct,
  STEP_ENDPOINTS,
  STEPS,
  type Step,
  useLinkOf,
} from '../../../shell/first-steps/FirstSteps.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './FirstRun.module.css';

const DRAWINGS = {
  knowledge: 'knowledge',
  bot: 'bot',
  publish: 'bot',
  tested: 'bot',
  channel: 'channel',
  answered: 'channel',
  unanswered: 'inbox-zero',
} as const satisfies Record<Act, DrawingName>;

/** The way to the first answered message: how far it is, one next act, and what can be tried already. */
export function FirstRun({ view }: { view: FirstStepsView }) {
  const next = nextAct(view);
  return (
    <>
      <section className={classes.panel} aria-label={useWords().t('firstSteps.title')}>
        <StepsLine steps={view.steps} next={next && stepOf(next)} />
        {next && <NextAct view={view} step={next} />}
      </section>
      <div className={classes.two}>
        {view.document && view.questions.length > 0 && <Questions view={view} />}
        <Connect />
      </div>
    </>
  );
}

/** The mark on the line that an act belongs to. */
const stepOf = (act: Act): Step => (act === 'publish' ? 'bot' : act === 'unanswered' ? 'answered' : act);

function NextAct({ view, step }: { view: FirstStepsView; step: Act }) {
  const { t } = useWords();
  const link = useLinkOf(step, view);
  const facts = {
    title: view.document?.title ?? '',
    passages: String(view.document?.passages ?? 0),
    bot: view.bot?.name ?? '',
    channel: view.channel?.name ?? '',
    question: view.unanswered?.question ?? '',
  };
  return (
    <div className={classes.act}>
      <Drawing name={DRAWINGS[step]} className={classes.drawing} />
      <div>
        <p className={classes.next}>{t('firstSteps.next')}</p>
        <h2 className={`${classes.title} display`}>{t(`firstSteps.${step}.act`, facts)}</h2>
        <p className={classes.text}>{t(`firstSteps.${step}.actText`, facts)}</p>
        <Can endpoint={STEP_ENDPOINTS[step]}>
          <Button
            rightSection={<Icon name="arrow-right" />}
            renderRoot={(props) => <Link {...link} {...props} />}
          >
            {t(`firstSteps.${step}.action`)}
          </Button>
        </Can>
        {step === 'unanswered' && <OtherWays view={view} />}
      </div>
    </div>
  );
}

/** What else a question without an answer leads to. */
function OtherWays({ view }: { view: FirstStepsView }) {
  const { t } = useWords();
  const conversation = view.unanswered?.conversationUuid;
  return (
    <p className={classes.ways}>
      <Link {...linkOf('answered', view)}>{t('firstSteps.unanswered.again')}</Link>
      {conversation && (
        <Link to="/Channel/conversation/$id" params={{ id: conversation }}>
          {t('firstSteps.unanswered.inbox')}
        </Link>
      )}
    </p>
  );
}

/** The document's own questions; each is put to the bot, or leads to making one. */
function Questions({ view }: { view: FirstStepsView }) {
  const { t } = useWords();
  const { document, bot } = view;
  return (
    <section aria-labelledby="ask">
      <div className={classes.head}>
        <h2 id="ask">{t('overview.firstRun.ask')}</h2>
        <span>{t('overview.firstRun.askFrom', { title: document?.title ?? '' })}</span>
      </div>
      <ul className={classes.list}>
        {view.questions.map((question) => (
          <li key={question}>
            <Link
              {...(bot
                ? { to: '/Bot/$id/Chat', params: { id: bot.uuid }, search: { ask: question } }
                : linkOf('bot', view))}
            >
              <Icon name="message-circle" />
              <span>{question}</span>
              <Icon name="arrow-right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A channel with a public id beside its secret asks for both, one without it for a token. */
const howOf = ({ connect, connectFields }: ReturnType<typeof kindsFor>[number]['manifest']) =>
  connect === 'credentials' && connectFields.every(({ secret }) => secret) ? 'token' : connect;

function Connect() {
  const { t, locale } = useWords();
  const nameOf = useKindName();
  return (
    <section aria-labelledby="connect">
      <div className={classes.head}>
        <h2 id="connect">{t('overview.firstRun.connect')}</h2>
      </div>
      <ul className={classes.list}>
        {kindsFor(locale).map(({ manifest }) => (
          <li key={manifest.kind}>
            <Link to="/Channel" search={{ connect: manifest.kind }}>
              <span className={classes.mark} style={{ borderColor: manifest.color }} aria-hidden>
                {manifest.name.slice(0, 1).toUpperCase()}
              </span>
              <span>
                {nameOf(manifest.kind)} <small>{t(`overview.firstRun.how.${howOf(manifest)}`)}</small>
              </span>
              <Icon name="arrow-right" />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/Channel" search={{ connect: 'sandbox' }}>
            <Icon name="flask-conical" />
            <span>
              {t('overview.firstRun.sandbox')} <small>{t('overview.firstRun.sandboxText')}</small>
            </span>
            <Icon name="arrow-right" />
          </Link>
        </li>
      </ul>
    </section>
  );
}

interface StepsLineProps {
  steps: FirstStepsView['steps'];
  next: Step | undefined;
}

/** Five marks on one line: done, next, and still to do, by shape and word. */
function StepsLine({ steps, next }: StepsLineProps) {
  const { t } = useWords();
  return (
    <ol className={classes.line}>
      {STEPS.map((step, index) => {
        const state = steps[step] ? 'done' : step === next ? 'next' : 'open';
        return (
          <li key={step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
            <span className={classes.tick}>
              {state === 'done' && <Icon name="check" size={14} label={t('firstSteps.done')} />}
            </span>
            <span className={classes.stepName}>
              <span className={classes.number}>{index + 1}</span> {t(`firstSteps.${step}.title`)}
            </span>
            <span className={classes.stepText}>{t(`firstSteps.${step}.text`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
