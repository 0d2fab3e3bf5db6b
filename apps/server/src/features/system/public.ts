export { addSystemRoutes } from './routes.ts';
