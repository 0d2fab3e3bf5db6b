import { createSandboxGateway, type SandboxGateway } from '@hanasu/payments/sandbox/sandbox.gateway';
import type { PaymentGateway } from '@hanasu/payments/spec/gateway';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { EVERY_MINUTE, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import type { AccountsDependencies } from '../accounts/public.ts';
import { addAdminPaymentRoutes } from './admin/routes.ts';
import { addGatewayRoutes, challengePath, takeEvent } from './gateway-routes.ts';
import type { Shop } from './packages.ts';
import * as store from './payments.store.ts';
import type { Seller } from './receipts/receipt-facts.ts';
import { createReceiptThread } from './receipts/receipt-thread.ts';
import { addReceiptRoutes } from './receipts/routes.ts';
import { addPaymentRoutes, type GatewayScript } from './routes.ts';
import { handleEvents, sweepPayments } from './settle-payment.ts';

export interface PaymentParts {
  readonly gateway: PaymentGateway;
  /** The gateway, where it is the sandbox. */
  readonly sandbox: SandboxGateway | null;
  readonly shop: Shop;
  readonly script: GatewayScript | null;
  /** The seller, who issues the receipts. */
  readonly seller: Seller;
}

interface AppContext {
  readonly database: Database;
  readonly payments: PaymentParts;
  readonly mail: Mail;
  readonly config: { readonly publicUrl: string };
  readonly onError: (error: unknown) => void;
}
interface HttpContext extends AppContext {
  readonly app: FastifyInstance;
  readonly accounts: Pick<AccountsDependencies, 'database' | 'passwords'>;
  readonly notifyWorker: (name: WorkerName) => void;
}

/** Interval for events that another process has stored; others are handled when they come. */
const IDLE_MS = 30_000;

/** Tokens for money: paid with a gateway, credited once, taken back where money is given back. */
export const paymentsFeature = defineFeature<HttpContext, AppContext, AppContext>({
  name: 'payments',
  async routes(implement, { app, accounts, database, payments, mail, config, notifyWorker, onError }) {
    const notify = () => notifyWorker('payments');
    addPaymentRoutes(implement, { database, ...payments, mail, publicUrl: config.publicUrl, onError });
    addReceiptRoutes(implement, { database, ...payments, thread: createReceiptThread() });
    addAdminPaymentRoutes(implement, { accounts, database, ...payments, notify });
    await addGatewayRoutes({ app, database, ...payments, notify });
  },
  workers: ({ database, payments, mail, config: { publicUrl }, onError }) => [
    {
      name: 'payments',
      idleMs: IDLE_MS,
      runOnce: () => handleEvents({ database, ...payments, mail, publicUrl, onError }),
    },
  ],
  jobs: ({ database, payments, mail, config: { publicUrl }, onError }) => [
    scheduledJob('sweep-payments', EVERY_MINUTE, () =>
      sweepPayments({ database, ...payments, mail, publicUrl, onError }),
    ),
  ],
});

/** The sandbox with its payments in the database; its events come as those of a vendor do. */
export function createStoredSandbox({
  database,
  secret,
  publicUrl,
  notify,
}: {
  readonly database: Database;
  readonly secret: string;
  readonly publicUrl: string;
  readonly notify: () => void;
}): SandboxGateway {
  const sandbox: SandboxGateway = createSandboxGateway({
    secret,
    now: database.now,
    challengeUrl: (id, token) => `${publicUrl}${challengePath(id, token)}`,
    deliver: (event, afterMs) =>
      void setTimeout(() => {
        // An event that is lost is found by asking, as with a vendor.
        takeEvent({ database, gateway: sandbox, notify }, event).catch(() => undefined);
      }, afterMs).unref(),
    store: {
      read: async (id) =>
        (await database.system((transaction) => store.findSandboxPayment(transaction, id)))?.payment ?? null,
      add: (payment) => database.system((transaction) => store.addSandboxPayment(transaction, payment)),
      change: (id, change) =>
        database.system(async (transaction) => {
          const before = await store.lockSandboxPayment(transaction, id);
          if (!before) return null;
          const after = change(before.payment);
          if (after) await store.updateSandboxPayment(transaction, after);
          return after ?? before.payment;
        }),
    },
  });
  return sandbox;
}
