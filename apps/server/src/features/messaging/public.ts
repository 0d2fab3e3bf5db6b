export { writeBroadcastTap } from './broadcast-taps.ts';
export { retryFailedEvents } from './log/log.store.ts';
