import './styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Boot } from './boot.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the console.');
createRoot(root).render(
  <StrictMode>
    <Boot />
  </StrictMode>,
);
