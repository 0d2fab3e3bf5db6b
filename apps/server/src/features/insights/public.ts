export { addInsightRoutes } from './routes.ts';
