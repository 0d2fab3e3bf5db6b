import * as contract from '@hanasu/contract/privacy';
import type { Implement } from '../../platform/http/implement.ts';
import { cancelDeletion, scheduleDeletion } from './deletion/deletions.ts';
import type { PrivacyDependencies } from './dependencies.ts';
import { listExports } from './exports/exports.store.ts';
import { cancelExport, linkExport, removeExport, requestExport, sendExportFile } from './exports/exports.ts';

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
    sendExportFile(dependencies, { code: params.code, request, reply }),
  );
}
