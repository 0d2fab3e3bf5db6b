import path from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

/** Writes apps/web/src/routeTree.gen.ts from the files of the routes, as the build and `npm run dev` do. */
export async function writeRouteTree(root: string): Promise<void> {
  const web = path.join(root, 'apps/web');
  const options = {
    target: 'react',
    autoCodeSplitting: true,
    quoteStyle: 'single',
    semicolons: true,
  } as const;
  await new Generator({ config: getConfig(options, web), root: web }).run();
}
