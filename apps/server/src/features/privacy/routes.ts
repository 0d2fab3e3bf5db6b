import * as contract from '@hanasu/contract/privacy';
import type { Implement } from '../../platform/http/implement.ts';
import type { PrivacyDependencies } from './dependencies.ts';
import { listExports } from './exports.store.ts';
import { sendExportFile } from './send-export-file.ts';
import { cancelDeletion, scheduleDeletion } from './use-cases/deletions.ts';
import { cancelExport, linkExport, removeExport, requestExport } from './use-cases/exports.ts';

/** Taking everything along, and being erased. */
export function addPrivacyRoutes(implement: Implement, dependencies: PrivacyDependencies): void {
  const { database } = dependencies;
  implement(contract.deleteAccount, ({ body }, { session }) => scheduleDeletion(dependencies, session, body));
  implement(contract.keepAccount, async (_input, { session }) => {
    await cancelDeletion(dependencies, session);
    return undefined;
  });
  implement(contract.listExports, async (_input, { session }) => ({
    items: await database.account(session.accountId, listExports),
  }));
  implement(contract.createExport, (_input, { session }) => requestExport(dependencies, session));
  implement(contract.cancelExport, ({ params }, { session }) =>
    cancelExport(dependencies, session, params.uuid),
  );
  implement(contract.deleteExport, async ({ params }, { session }) => {
    await removeExport(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.linkExport, ({ params }, { session }) => linkExport(dependencies, session, params.uuid));
  implement(contract.downloadExport, ({ params }, { request, reply }) =>
    sendExportFile(dependencies, params.code, request, reply),
  );
}
