export { closeBuiltIn, openBuiltIn, ruleBuiltIn, sayNobodyThere } from './web-channel.ts';
