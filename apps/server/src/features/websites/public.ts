export { createWebsitesFeature, type WebsitesOptions } from './create-websites-feature.ts';
export { addWebsiteRoutes } from './routes.ts';
export { releaseWebsites } from './websites.store.ts';
