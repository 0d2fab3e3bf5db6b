/** Channels that come with the product, for the features that open and close them. */
export { closeBuiltIn, openBuiltIn, ruleBuiltIn, sayNobodyThere } from './use-cases/built-in-channel.ts';
export { builtInQuickReplies } from './use-cases/built-in-quick-replies.ts';
