/** What is put in order for channels when the server starts. */
export { adoptApps } from './use-cases/adopt-apps.ts';
export { restoreSandboxAccounts } from './use-cases/restore-sandbox-accounts.ts';
