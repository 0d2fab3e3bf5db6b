// In a cascade layer, so that our own rules win in whatever order the style sheets arrive.
import '@mantine/core/styles.layer.css';
import './theme/global.css';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './i18n/i18n.ts';
import { App } from './shell/App.tsx';
import { mountApp } from './shell/mount-app.ts';
import { registerServiceWorker } from './shell/register-service-worker.ts';

void mountApp({
  start: startI18n,
  render: (root) => createRoot(root).render(createElement(StrictMode, null, createElement(App))),
});
if (import.meta.env.PROD) registerServiceWorker(new URL(import.meta.url).pathname);
