export { addGalleryRoutes } from './routes.ts';
