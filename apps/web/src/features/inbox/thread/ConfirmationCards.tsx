import type { ConversationId, ToolConfirmationId } from '@hanasu/contract/ids';
import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import {
  CALL_STARTED,
  decideToolConfirmation,
  listToolConfirmations,
  type ToolConfirmationView,
} from '@hanasu/contract/tool-confirmations';
import { Alert, Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFailureWords } from '../../../entities/conversation/use-tool-failure-words.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { useRealtime } from '../../../shell/api/realtime.tsx';
import { Can } from '../../../shell/components/Can.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './ConfirmationCards.module.css';

/** What was decided is shown for so long. */
const SHOWN_MS = 60 * 60_000;

/** Calls of tools that wait for staff in a conversation, and what became of the last one. Nothing without them. */
export function ConfirmationCards({ conversation }: { conversation: ConversationId }) {
  const { t } = useWords();
  const { data = [] } = useConfirmations(conversation);
  const decide = useDecideConfirmation(conversation);
  const shown = shownOf(data);
  if (shown.length === 0 && !decide.isError) return null;
  return (
    <section className={classes.cards} aria-label={t('inboxThread.approval.region')}>
      {decide.isError && (
        <Alert color="red" role="alert" p="xs">
          {errorMessage(decide.error)}
        </Alert>
      )}
      {shown.map((confirmation) => (
        <Card
          key={confirmation.uuid}
          confirmation={confirmation}
          pending={
            decide.isPending && decide.variables.confirmation === confirmation.uuid
              ? decide.variables.decision
              : null
          }
          onDecide={(decision) => decide.mutate({ confirmation: confirmation.uuid, decision })}
        />
      ))}
    </section>
  );
}

/** Those that wait for staff, and the newest other one that staff had a part in. */
function shownOf(all: readonly ToolConfirmationView[]): ToolConfirmationView[] {
  const ofStaff = all.filter(({ confirmer, state }) => confirmer === 'staff' || state === 'unknown');
  const waiting = ofStaff.filter(({ state }) => state === 'pending');
  const last = ofStaff.find(
    ({ state, decidedAt, createdAt }) =>
      state !== 'pending' && Date.parse(decidedAt ?? createdAt) > Date.now() - SHOWN_MS,
  );
  return last ? [...waiting, last] : waiting;
}

interface CardProps {
  confirmation: ToolConfirmationView;
  pending: 'approve' | 'decline' | null;
  onDecide: (decision: 'approve' | 'decline') => void;
}

function Card({ confirmation, pending, onDecide }: CardProps) {
  const { t } = useWords();
  const format = useFormat();
  const { bot, tool, input, state, expiresAt } = confirmation;
  const isOpen = state === 'pending';
  return (
    <article className={classes.card} data-open={isOpen || undefined}>
      <p className={classes.head}>
        <Icon name="hammer" size={14} />
        <span>
          {isOpen
            ? t('inboxThread.approval.title', { bot: bot.name })
            : t('inboxThread.approval.was', { bot: bot.name })}{' '}
          <code>{tool}</code>
        </span>
      </p>
      <dl className={classes.values}>
        {Object.entries(input).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      {isOpen ? (
        <div className={classes.actions}>
          <Can endpoint={decideToolConfirmation}>
            <Button
              size="compact-sm"
              loading={pending === 'approve'}
              disabled={pending === 'decline'}
              onClick={() => onDecide('approve')}
            >
              {t('inboxThread.approval.approve')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              loading={pending === 'decline'}
              disabled={pending === 'approve'}
              onClick={() => onDecide('decline')}
            >
              {t('inboxThread.approval.decline')}
            </Button>
          </Can>
          <span className={classes.until}>
            {t('inboxThread.approval.until', { time: format.time(expiresAt) })}
          </span>
        </div>
      ) : (
        <Outcome confirmation={confirmation} />
      )}
    </article>
  );
}

function Outcome({ confirmation: { state, decidedBy, reason } }: Pick<CardProps, 'confirmation'>) {
  const { t } = useWords();
  const failureWords = useFailureWords();
  if (state === 'pending') return null;
  const isStarted = state === 'done' && reason === CALL_STARTED;
  return (
    <p className={classes.outcome} data-state={state} role="status">
      {decidedBy &&
        `${t(`inboxThread.approval.by.${state === 'declined' ? 'declined' : 'approved'}`, { name: decidedBy.name })} `}
      {isStarted ? t('inboxThread.approval.started') : t(`inboxThread.approval.states.${state}`)}
      {state === 'failed' && reason && ` ${failureWords(reason)}`}
    </p>
  );
}

const confirmationsQuery = (uuid: ConversationId) =>
  queryOptions({
    queryKey: ['conversations', 'confirmations', uuid] as const,
    queryFn: async ({ signal }) => (await call(listToolConfirmations, { params: { uuid }, signal })).items,
  });

/** Calls of tools in a conversation that wait for consent or did; asked for again when something happens there. */
function useConfirmations(uuid: ConversationId) {
  const queryClient = useQueryClient();
  useRealtime(UPDATE_CONVERSATION, ({ data }) => {
    if (data.some(({ conversation }) => conversation.uuid === uuid))
      void queryClient.invalidateQueries({ queryKey: confirmationsQuery(uuid).queryKey });
  });
  return useQuery(confirmationsQuery(uuid));
}

interface Decision {
  readonly confirmation: ToolConfirmationId;
  readonly decision: 'approve' | 'decline';
}

function useDecideConfirmation(uuid: ConversationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ confirmation, decision }: Decision) =>
      call(decideToolConfirmation, { params: { uuid, confirmation }, body: { decision } }),
    // After a fault as well: a colleague may have decided.
    onSettled: () => queryClient.invalidateQueries({ queryKey: confirmationsQuery(uuid).queryKey }),
    meta: { inPlace: true },
  });
}
