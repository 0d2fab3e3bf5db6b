import { createRootRoute } from '@tanstack/react-router';
import { RootShell } from '../shell/layout/RootShell.tsx';

export const Route = createRootRoute({ component: RootShell });
