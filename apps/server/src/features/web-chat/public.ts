export { forgetIdentities } from './embed.store.ts';
export { deleteReports, hideListing } from './gallery/gallery.store.ts';
export { SEALED_IDENTITIES } from './secret-context.ts';
export { createSiteCheck } from './site-check.ts';
export { tellNobodyThere } from './use-cases/follow-answer.ts';
export { adoptEmbeds } from './use-cases/web-channel.ts';
