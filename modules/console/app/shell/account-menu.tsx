import { chooseLanguage, Menu, useGo, useLanguage, useSession, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';
import { applyTheme } from './theme.ts';

/** The menu named after the user. */
export function AccountMenu() {
  const t = useTexts(texts);
  const { me, signOut } = useSession();
  const language = useLanguage();
  const go = useGo();
  return (
    <Menu
      variant="quiet"
      actions={[
        { id: 'profile', label: t.profile, run: () => go('/profile') },
        { id: 'system', label: t.theme_system, run: () => applyTheme('system') },
        { id: 'light', label: t.theme_light, run: () => applyTheme('light') },
        { id: 'dark', label: t.theme_dark, run: () => applyTheme('dark') },
        {
          id: 'language',
          label: language === 'en' ? 'Deutsch' : 'English',
          run: () => chooseLanguage(language === 'en' ? 'de' : 'en'),
        },
        { id: 'out', label: t.sign_out, run: () => void signOut() },
      ]}
    >
      {me.display_name ?? me.username}
    </Menu>
  );
}
