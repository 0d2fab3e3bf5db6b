import {
  BUDGET_EFFECTS,
  BUDGET_PERIODS,
  BUDGET_STAGES,
  BUDGET_WARNING_SHARE,
} from '@hanasu/contract/budgets';
import { getNotify } from '@hanasu/contract/notify';
import { POST_FAILURES } from '@hanasu/contract/posts';
import { Notification as Told } from '@hanasu/contract/realtime';
import i18next from 'i18next';
import { makeFormat } from '../../i18n/use-words.ts';
import { call } from '../api/api-client.ts';
import { log } from '../log.ts';
import { personName } from '../person-name.ts';

const ICON = '/welcome-logo.png';
/** Said as a word that the page has words for. */
const TROUBLES = [
  'lapsing',
  'lost',
  'suspended',
  'credentials_rejected',
  'payment_needed',
  'webhook_failed',
  'renewal_failing',
  'token_refused',
  'secret_wrong',
  'menus_left',
] as const;

const BROADCAST_TROUBLES = [
  'quota_short',
  'credentials_rejected',
  'payment_needed',
  'message_invalid',
  'not_ready',
] as const;

/** Shows something on the desktop, when the person has allowed it; a click goes to where it happened. */
export async function showNotification(raw: unknown, go: (path: string) => void): Promise<void> {
  const read = Told.safeParse(raw);
  if (!read.success) return log.error('A notification has an unknown shape:', read.error.issues);
  const { event, subject, body, path } = read.data;
  // Each message of a customer is announced by itself.
  if (event === 'new_chat') return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const word = i18next.t(`notifications.events.${event}`);
  const shown = new Notification(subject === '' ? word : `${word}: ${personName(subject, i18next.t)}`, {
    body: bodyWords(event, body),
    icon: ICON,
    // The same on every tab, and the browser shows it once.
    tag: `${event} ${path}`,
    silent: !(await wantsSound()),
  });
  shown.onclick = () => {
    window.focus();
    shown.close();
    go(path);
  };
}

function bodyWords(event: Told['event'], body: string): string {
  if (event === 'balance_low') {
    const tokens = makeFormat(i18next.language).number(Number(body));
    return i18next.t('notifications.tokensLeft', { tokens });
  }
  if (event === 'tokens_expiring') {
    const [tokens, expiresAt = ''] = body.split(' ');
    const format = makeFormat(i18next.language);
    const words = { tokens: format.number(Number(tokens)), date: format.dateTime(expiresAt) };
    return i18next.t('notifications.tokensExpiring', words);
  }
  if (event === 'budget_used') return budgetWords(body);
  if (event === 'broadcast_finished') {
    const people = makeFormat(i18next.language).number(Number(body));
    return i18next.t('notifications.peopleSent', { people });
  }
  const reason = BROADCAST_TROUBLES.find((one) => one === body);
  if (event === 'broadcast_failed' && reason) return i18next.t(`notifications.broadcastTroubles.${reason}`);
  const failure = POST_FAILURES.find((one) => one === body);
  if (event === 'post_failed' && failure) return i18next.t(`notifications.postFailures.${failure}`);
  if (event === 'rule_failed' && (body === 'broken' || body === 'failed'))
    return i18next.t(`notifications.ruleTroubles.${body}`);
  const trouble = TROUBLES.find((one) => one === body);
  return event === 'channel_failed' && trouble ? i18next.t(`notifications.troubles.${trouble}`) : body;
}

/** `near month pause`: how far a budget is used, its period, and what it does; see `BUDGET_STAGES`. */
function budgetWords(body: string): string {
  const [givenStage, givenPeriod, givenEffect] = body.split(' ');
  const stage = BUDGET_STAGES.find((one) => one === givenStage);
  const period = BUDGET_PERIODS.find((one) => one === givenPeriod);
  const effect = BUDGET_EFFECTS.find((one) => one === givenEffect);
  if (!stage || !period || !effect) return body;
  // The economy model pauses at the limit like any other.
  const end = effect === 'cheaper' ? 'pause' : effect;
  if (stage === 'short' && end !== 'warn') return i18next.t(`notifications.budgetShort.${end}`);
  if (stage !== 'near') return i18next.t(`notifications.budgetReached.${end}`);
  const format = makeFormat(i18next.language);
  return i18next.t('notifications.budgetSentences', {
    used: i18next.t(`notifications.budgetUsed.${period}`, { share: format.percent(BUDGET_WARNING_SHARE) }),
    ahead: i18next.t(`notifications.budgetAhead.${effect}`),
  });
}

const wantsSound = (): Promise<boolean> =>
  call(getNotify)
    .then(({ settings }) => settings.sound)
    .catch(() => true);
