import type { MessageView } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { deliveryReason } from '../../channels/delivery-reason.ts';
import classes from './Message.module.css';

type Delivery = MessageView['delivery'];

/** A message that is on its way or has arrived, in a few words. */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const { t } = useWords();
  const { state, method } = delivery;
  if (state === 'pending') {
    return (
      <span className={classes.delivery}>
        <Icon name="clock" size={12} /> {t('inbox.delivery.pending')}
      </span>
    );
  }
  if (state !== 'sent') return null;
  return (
    <span className={classes.delivery} title={method ? t(`inbox.delivery.${method}Help`) : undefined}>
      <Icon name="check" size={12} /> {t(`inbox.delivery.${method ?? 'sent'}`)}
    </span>
  );
}

interface DeliveryTroubleProps {
  delivery: Delivery;
  /** Absent for whoever may not. */
  onResend: (() => void) | undefined;
  isResending: boolean;
}

/** Why a message did not, or may not have arrived, with a way to send it again. */
export function DeliveryTrouble({ delivery, onResend, isResending }: DeliveryTroubleProps) {
  const { t } = useWords();
  const { state, detail } = delivery;
  if (state !== 'failed' && state !== 'unconfirmed') return null;
  const reason = deliveryReason(delivery.reason);
  return (
    <div className={classes.trouble} data-state={state} role="status">
      <Icon name={state === 'failed' ? 'triangle-alert' : 'circle-help'} size={14} />
      <span>
        <strong>{t(`inbox.delivery.${state}`)}</strong>{' '}
        {reason ? t(`inbox.delivery.reasons.${reason}`) : null}
        {detail && <span className={classes.vendorDetail}>{detail}</span>}
      </span>
      {onResend && (
        <Button
          size="compact-xs"
          variant="default"
          loading={isResending}
          leftSection={<Icon name="rotate-ccw" size={12} />}
          onClick={onResend}
        >
          {t('inbox.delivery.resend')}
        </Button>
      )}
    </div>
  );
}
