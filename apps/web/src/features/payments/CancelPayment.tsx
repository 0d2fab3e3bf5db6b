import type { PaymentId } from '@hanasu/contract/ids';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { placeOf } from './payment-place.ts';
import { useCancelPayment } from './payments.queries.ts';

/** Ends a payment that was not made. */
export function CancelPayment({ uuid }: { uuid: PaymentId }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const cancel = useCancelPayment(uuid);
  const run = async () => {
    const { payment } = await cancel.mutateAsync();
    if (payment.state === 'canceled') toasts.add({ title: t('payments.gaveUp') });
    await navigate(
      payment.state === 'canceled'
        ? { to: '/payment' }
        : { to: placeOf(payment), search: { payment: payment.uuid } },
    );
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      loading={cancel.isPending}
      onClick={() => {
        run().catch(() => undefined);
      }}
    >
      {t('payments.giveUp')}
    </Button>
  );
}
