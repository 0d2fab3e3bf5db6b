// In a cascade layer, so that our own rules win in whatever order the style sheets arrive.
import '@mantine/core/styles.layer.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './i18n/i18n.ts';
import { App } from './shell/App.tsx';
import { log } from './shell/log.ts';

async function mount() {
  await startI18n();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

mount().catch((error: unknown) => {
  log('Error while mounting app:', error);
  throw error;
});
