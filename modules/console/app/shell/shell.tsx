import { useTexts } from '@patchbay/console-kit';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccountMenu } from './account-menu.tsx';
import { AsRequest } from './as-request.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Navigation } from './navigation.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { texts } from './texts.ts';
import { WriteGateBadge } from './write-gate-badge.tsx';

/** Frame of every page: navigation, the account, the palette, and what went wrong with the connection. */
export function Shell() {
  const t = useTexts(texts);
  const { pathname } = useLocation();
  const [isNarrowOpen, setNarrowOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the navigation of narrow screens
  useEffect(() => setNarrowOpen(false), [pathname]);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <header className="shell-bar">
        <button
          type="button"
          className="button shell-toggle"
          data-variant="quiet"
          aria-expanded={isNarrowOpen}
          aria-controls="navigation"
          onClick={() => setNarrowOpen(!isNarrowOpen)}
        >
          ☰ <span className="visually-hidden">{t.open_navigation}</span>
        </button>
        <strong className="shell-brand">Patchbay</strong>
        <WriteGateBadge />
        <CommandPalette />
        <AsRequest />
        <NotificationBell />
        <AccountMenu />
      </header>
      <Navigation isNarrowOpen={isNarrowOpen} />
      <div className="shell-body">
        <ConnectionBanner />
        <main id="content" tabIndex={-1} className="shell-main">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
