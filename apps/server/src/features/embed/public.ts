export { addEmbedRoutes } from './routes.ts';
export { SEALED_IDENTITIES } from './secret-context.ts';
export { createSiteCheck } from './site-check.ts';
export { askAsVisitor } from './use-cases/ask-as-visitor.ts';
export { tellNobodyThere } from './use-cases/follow-answer.ts';
export { takeAllowances } from './use-cases/take-allowances.ts';
export { adoptEmbeds } from './use-cases/web-channel.ts';
export { createVisitorTokens, type VisitorTokens } from './visitor-tokens.ts';
export { seeVisitor } from './visitors.store.ts';
