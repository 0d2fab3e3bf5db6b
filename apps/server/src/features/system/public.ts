export { addSystemRoutes, type SystemDependencies } from './routes.ts';
