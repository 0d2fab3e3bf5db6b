import { createRootRoute } from '@tanstack/react-router';
import { RootShell } from '../shell/components/RootShell.tsx';

export const Route = createRootRoute({ component: RootShell });
