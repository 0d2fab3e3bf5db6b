export { addMcpRoutes } from './mcp/routes.ts';
export { addOpenAiRoutes } from './openai/routes.ts';
