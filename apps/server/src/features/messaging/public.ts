export { createMailbox } from './process-inbound-events.ts';
export { addChannelLogRoutes } from './routes.ts';
export { closeBuiltIn, openBuiltIn, ruleBuiltIn, sayNobodyThere } from './web-channel.ts';
