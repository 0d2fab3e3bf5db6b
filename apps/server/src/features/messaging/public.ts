export { retryFailedEvents } from './log/log.store.ts';
