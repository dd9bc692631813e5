import { useRouter } from '@tanstack/react-router';
import { useSession } from '../interface/session.ts';
import { MenuButton } from '../parts/menu-button.tsx';
import { languageName } from '../texts/language-name.ts';
import { adminLanguages, useTexts } from '../texts/texts.tsx';
import { CALENDAR } from './brand.tsx';
import { useChooseLanguage } from './language.tsx';
import { useSignOut } from './sign-out.ts';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map(([first = '']) => first.toUpperCase())
    .slice(0, 2)
    .join('');

/** The menu of whoever is signed in: language and signing out. */
export function AccountMenu() {
  const { say, language } = useTexts();
  const choose = useChooseLanguage();
  const user = useSession()?.user;
  const router = useRouter();
  const signOut = useSignOut();
  if (!user) return null;
  const name = user.name || user.login;
  return (
    <div className="adm-u">
      <span className="av" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span>
        {name}
        <small>{say(`admin.role.${user.role}`)}</small>
      </span>
      <MenuButton
        label={say('admin.account')}
        choicesOf={() => [
          {
            id: 'account',
            text: say('admin.account'),
            icon: 'user',
            onChoose: () => void router.navigate({ to: '/admin/account' }),
          },
          {
            id: 'calendar',
            text: say('admin.open_calendar'),
            icon: 'ext',
            onChoose: () => void open(CALENDAR, '_blank', 'noopener'),
          },
          ...adminLanguages
            .filter((code) => code !== language)
            .map((code) => ({
              id: code,
              text: languageName(code),
              icon: 'globe' as const,
              onChoose: () => choose(code),
            })),
          { id: 'out', text: say('admin.sign_out'), icon: 'x', onChoose: () => void signOut() },
        ]}
      />
    </div>
  );
}
