import * as contract from '@hanasu/contract/admin-payments';
import type { PaymentGateway } from '@hanasu/payments/spec/gateway';
import { orNotFound } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { recordAudit } from '../../accounts/public.ts';
import { packagesOf, type Shop } from '../packages.ts';
import { EVENT_PROBLEMS } from '../settle-payment.ts';
import { type AddTokensDependencies, addTokens } from './add-tokens.ts';
import * as store from './events.store.ts';

interface AdminPaymentDependencies extends AddTokensDependencies {
  readonly gateway: PaymentGateway;
  readonly shop: Shop;
  /** Starts the worker that processes events. */
  readonly notify: () => void;
}

export function addAdminPaymentRoutes(implement: Implement, dependencies: AdminPaymentDependencies): void {
  const { database, gateway, shop } = dependencies;
  implement(contract.adminPaymentPackages, async () => ({
    packages: packagesOf(shop, gateway.capabilities.currencies),
    gateway: { name: gateway.name, isTest: gateway.capabilities.isTest },
  }));
  implement(contract.addTokens, (input, { session }) => addTokens(dependencies, session, input));
  implement(contract.failedPaymentEvents, async ({ query: { page, pageSize } }) => {
    const range = rangeOf({ page, pageSize });
    const { rows, total, unmatched } = await database.system((transaction) =>
      store.listFailedEvents(transaction, range),
    );
    return { items: rows.map(viewOf), total, unmatched, page, pageSize };
  });
  implement(contract.getPaymentEvent, async ({ params }) =>
    viewOf(orNotFound(await database.system((transaction) => store.findEvent(transaction, params)), 'event')),
  );
  implement(contract.replayPaymentEvent, ({ params }, { session }) =>
    replayEvent(dependencies, session, params),
  );
}

/** Has the worker process an event again. One without a problem is not touched. */
async function replayEvent(
  { database, notify }: Pick<AdminPaymentDependencies, 'database' | 'notify'>,
  actor: Actor,
  key: store.EventKey,
): Promise<contract.PaymentEventView> {
  const event = await database.system(async (transaction) => {
    const before = orNotFound(await store.lockEvent(transaction, key), 'event');
    if (stateOf(before) === 'processed') return before;
    await store.reopenEvent(transaction, key);
    await recordAudit(within(transaction, before.accountId ?? actor.accountId), {
      userId: actor.userId,
      address: actor.address,
      action: 'payment_event.replayed',
      target: before.id,
      data: { event: { type: before.type }, byAdministrator: true },
    });
    return { ...before, handledAt: null, problem: null };
  });
  if (event.handledAt === null) notify();
  return viewOf(event);
}

const stateOf = ({ handledAt, problem }: store.EventRow): contract.PaymentEventView['state'] => {
  if (handledAt === null) return 'waiting';
  return problem === null ? 'processed' : 'failed';
};

function problemOf({
  gatewayId,
  handledAt,
  paymentId,
  problem,
}: store.EventRow): contract.PaymentEventView['problem'] {
  if (problem === null) return null;
  if (handledAt === null) return { kind: 'failed', detail: problem };
  if (gatewayId === null) return { kind: 'not_about_payment', detail: problem };
  if (paymentId === null) return { kind: 'no_payment', detail: problem };
  return { kind: problem === EVENT_PROBLEMS.otherPayment ? 'other_payment' : 'refused', detail: problem };
}

const viewOf = (row: store.EventRow): contract.PaymentEventView => ({
  gateway: row.gateway,
  id: row.id,
  type: row.type,
  state: stateOf(row),
  problem: problemOf(row),
  receivedAt: row.receivedAt.toISOString(),
  payment:
    row.paymentId && row.accountId
      ? { uuid: row.paymentId, account: { uuid: row.accountId, name: row.accountName ?? '' } }
      : null,
});
