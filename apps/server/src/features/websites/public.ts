export { createWebsitesFeature, type WebsitesOptions } from './create-websites-feature.ts';
export { addWebsiteRoutes } from './routes.ts';
export { releaseWebsites, selectSiteUrls } from './websites.store.ts';
