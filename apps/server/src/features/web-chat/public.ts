export { tellNobodyThere } from './chat/receive-message.ts';
export { deleteReports, hideListing } from './gallery/gallery.store.ts';
export { addGalleryRoutes } from './gallery/routes.ts';
export { addEmbedRoutes } from './routes.ts';
export { forgetIdentities } from './settings/embed.store.ts';
export { adoptEmbeds, SEALED_IDENTITIES } from './settings/embed-settings.ts';
export { createSiteCheck } from './settings/sites.ts';
export { createVisitorTokens } from './visitors/visitor-tokens.ts';
