export { addOpenAiRoutes } from './routes.ts';
