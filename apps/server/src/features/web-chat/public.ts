export { createNewsForVisitors } from './chat/news-for-visitors.ts';
export { publishOutOfOffice } from './chat/receive-message.ts';
export { deleteReports, hideListing } from './gallery/gallery.store.ts';
export { forgetIdentities } from './settings/embed.store.ts';
export { SEALED_IDENTITIES } from './settings/embed-settings.ts';
export { createSiteCheck } from './settings/sites.ts';
