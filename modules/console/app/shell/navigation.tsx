import { type ConsolePage, PagesContext, useLanguage, useSession, useTexts } from '@patchbay/console-kit';
import { NAVIGATION_GROUPS } from '@patchbay/console-kit/page';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useContext } from 'react';
import { texts } from './texts.ts';

/** Pages of the navigation that the caller may see, in their order. */
export function useNavigationPages(): readonly ConsolePage[] {
  const session = useSession();
  return useContext(PagesContext)
    .flatMap(({ id, pages }) => pages.map((page) => ({ id, page })))
    .filter(({ id, page }) => page.navigation !== undefined && session.sees(page, id))
    .map(({ page }) => page)
    .toSorted((one, other) => (one.navigation?.order ?? 0) - (other.navigation?.order ?? 0));
}

export function Navigation({ isNarrowOpen }: { readonly isNarrowOpen: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const pages = useNavigationPages();
  return (
    <nav
      id="navigation"
      className="shell-navigation"
      aria-label={t.navigation}
      data-open={isNarrowOpen ? '' : undefined}
    >
      {NAVIGATION_GROUPS.map((group) => {
        const own = pages.filter(({ navigation }) => navigation?.group === group);
        if (own.length === 0) return null;
        return (
          <div key={group} className="stack" data-gap="small">
            <span className="shell-group" id={`group-${group}`}>
              {t[group]}
            </span>
            <ul aria-labelledby={`group-${group}`}>
              {own.map(({ path, title }) => (
                <li key={path}>
                  <Link
                    to={path as LinkProps['to']}
                    className="shell-link"
                    activeOptions={{ exact: path === '/', includeSearch: false }}
                    activeProps={{ 'aria-current': 'page' }}
                  >
                    {title[language]}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
