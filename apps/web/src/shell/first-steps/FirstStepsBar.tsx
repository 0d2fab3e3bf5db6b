import { CloseButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import { firstStepsQuery, meQuery } from '../shell.queries.ts';
import { useIsForbidden } from '../use-permission.ts';
import classes from './FirstStepsBar.module.css';
import { doneOf, linkOf, nextStep, STEP_ENDPOINTS, STEPS, type Step } from './steps.ts';

/** Pages that fill the screen, or say it better themselves. */
const WITHOUT = [/^\/$/, /^\/Message/, /^\/Channel\/conversation/, /^\/Bot\/[^/]+\/Chat/];

/** How far it is to the first answer, on every page until it has come, or until somebody closes it. */
export function FirstStepsBar() {
  const { data: user } = useQuery(meQuery);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [hidden, setHidden] = useLocalStorage({
    key: 'first-steps-hidden',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const account = user?.account.uuid;
  if (!account || hidden === account || WITHOUT.some((page) => page.test(path))) return null;
  return <Bar path={path} onHide={() => setHidden(account)} />;
}

function Bar({ path, onHide }: { path: string; onHide: () => void }) {
  const { data: view } = useQuery({ ...firstStepsQuery, refetchInterval: refetchWhileOnTheWay });
  const next = view && nextStep(view.steps);
  if (!view || !next) return null;
  return <Next step={next} done={doneOf(view.steps)} link={linkOf(next, view)} path={path} onHide={onHide} />;
}

const ON_THE_WAY_MS = 5_000;

/** A document becomes ready, and a friend is answered, without this page's doing. */
const refetchWhileOnTheWay = ({
  state,
}: {
  state: { data: { steps: { answered: boolean } } | undefined };
}) => (state.data?.steps.answered ? false : ON_THE_WAY_MS);

interface NextProps {
  step: Step;
  done: number;
  link: ReturnType<typeof linkOf>;
  path: string;
  onHide: () => void;
}

function Next({ step, done, link, path, onHide }: NextProps) {
  const { t } = useWords();
  const isForbidden = useIsForbidden(STEP_ENDPOINTS[step]);
  // Whoever is there already needs no link to it.
  if (isForbidden || link.to === path) return null;
  return (
    <aside className={classes.bar} aria-label={t('firstSteps.title')}>
      <Link {...link} className={classes.link}>
        {t('firstSteps.nextUp', {
          done: String(done),
          total: String(STEPS.length),
          what: t(`firstSteps.${step}.action`),
        })}
        <Icon name="arrow-right" />
      </Link>
      <CloseButton size="sm" aria-label={t('firstSteps.hide')} onClick={onHide} />
    </aside>
  );
}
