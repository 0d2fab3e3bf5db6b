export { createToolFeature, type ToolFeature } from './create-tool-feature.ts';
export { SEALED_TOOLS } from './open-tool.ts';
export { addToolRoutes } from './routes.ts';
export type { ToolBox } from './use-cases/create-tool-box.ts';
