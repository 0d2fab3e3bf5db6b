import * as contract from '@hanasu/contract/tool-confirmations';
import { AppError } from '../../../platform/app-error.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { conversations } from '../../conversations/public.ts';
import { listConfirmations } from './confirmations.store.ts';
import { confirmationView } from './use-cases/confirmation-view.ts';
import { type DecideDependencies, decideConfirmation } from './use-cases/decide-confirmation.ts';

export function addConfirmationRoutes(implement: Implement, dependencies: DecideDependencies): void {
  implement(contract.listToolConfirmations, ({ params }, { session }) =>
    dependencies.database.account(session.accountId, async (transaction) => {
      if (!(await conversations.conversationExists(transaction, params.uuid)))
        throw new AppError('not_found', 'There is no such conversation');
      const rows = await listConfirmations(transaction, params.uuid);
      return { items: rows.map(confirmationView) };
    }),
  );
  implement(contract.decideToolConfirmation, ({ params, body }, { session }) =>
    decideConfirmation(dependencies, session, {
      conversationId: params.uuid,
      id: params.confirmation,
      decision: body.decision,
    }),
  );
}
