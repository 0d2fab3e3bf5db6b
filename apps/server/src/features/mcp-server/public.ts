export { addMcpRoutes } from './routes.ts';
