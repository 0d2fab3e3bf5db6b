import type { ConversationId } from '@hanasu/contract/ids';
import type { BulkAction } from '@hanasu/contract/inbox-work';
import { ActionIcon, Button } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { API_ERROR_CODES, ApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useBulk } from '../inbox-work.mutations.ts';
import { AssignMenu } from '../thread/AssignMenu.tsx';
import { SnoozeMenu } from '../thread/SnoozeMenu.tsx';
import classes from './List.module.css';

/** The contract lets so many be changed at once. */
const AT_ONCE = 200;

interface BulkBarProps {
  selected: ReadonlySet<ConversationId>;
  onAll: () => void;
  onEnd: () => void;
}

/** What can be done with everything that is selected. */
export function BulkBar({ selected, onAll, onEnd }: BulkBarProps) {
  const { t } = useWords();
  const { mutateAsync, isPending } = useBulk();
  const run = async (action: BulkAction) => {
    const { done, failed } = await mutateAsync({ uuids: [...selected].slice(0, AT_ONCE), action });
    const code = API_ERROR_CODES.find((known) => known === failed[0]?.code);
    toasts.add({
      title: done > 0 ? t('inboxList.bulk.done', { count: done }) : '',
      color: failed.length > 0 ? 'info' : 'success',
      ...(failed.length > 0
        ? {
            title: t('inboxList.bulk.failed', { count: failed.length }),
            description: code ? errorMessage(new ApiError({ code })) : '',
          }
        : {}),
    });
    onEnd();
  };
  // The toast of the shell tells what went wrong; the selection stays.
  const start = (action: BulkAction) => void run(action).catch(() => undefined);
  const none = selected.size === 0 || isPending;
  return (
    <section className={classes.bulk} aria-label={t('inboxList.bulk.label')}>
      <div className={classes.bulkTop}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          onClick={onEnd}
          aria-label={t('inboxList.bulk.none')}
        >
          <Icon name="x" />
        </ActionIcon>
        <strong aria-live="polite">{t('inboxList.bulk.count', { count: selected.size })}</strong>
        <Button size="compact-xs" variant="subtle" onClick={onAll}>
          {t('inboxList.bulk.all')}
        </Button>
      </div>
      <div className={classes.bulkActions}>
        <Button size="compact-sm" variant="default" disabled={none} onClick={() => start({ kind: 'take' })}>
          {t('inboxList.bulk.take')}
        </Button>
        <AssignMenu disabled={none} onAssign={(to) => start({ kind: 'assign', to })} />
        <SnoozeMenu
          disabled={none}
          snoozedUntil={null}
          onSnooze={(until) => start({ kind: 'snooze', until })}
        />
        <Button size="compact-sm" variant="default" disabled={none} onClick={() => start({ kind: 'close' })}>
          {t('inbox.actions.close')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={none}
          onClick={() => start({ kind: 'give-back' })}
        >
          {t('inbox.actions.giveBack')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={none} onClick={() => start({ kind: 'read' })}>
          {t('inboxList.bulk.read')}
        </Button>
      </div>
    </section>
  );
}
