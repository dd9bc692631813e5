import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { setInterfaceLanguage } from '../interface/client.ts';
import { sessionQuery } from '../interface/session.ts';
import {
  type AdminLanguage,
  adminLanguageOf,
  type LanguageTexts,
  loadTexts,
  TextsProvider,
} from '../texts/texts.tsx';

const CHOSEN = 'kalends.language';

const chosen = (): string | null => {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null;
  }
};

const LanguageContext = createContext<(language: AdminLanguage) => void>(() => {});

/** Returns what sets the language of this browser. */
export const useChooseLanguage = () => use(LanguageContext);

/** The language of the page: the one chosen in this browser, else that of whoever is signed in, else that of the document. */
export function Language({ children }: { children: ReactNode }) {
  const { data: session } = useQuery(sessionQuery);
  const [asked, setAsked] = useState(chosen);
  const [texts, setTexts] = useState<LanguageTexts>();
  const language = adminLanguageOf(
    asked ?? (session?.user ? session.language : undefined) ?? document.documentElement.lang,
  );

  useEffect(() => {
    let isCurrent = true;
    void loadTexts(language).then((loaded) => {
      if (!isCurrent) return;
      document.documentElement.lang = language;
      setInterfaceLanguage(language);
      setTexts(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);

  const choose = (next: AdminLanguage) => {
    try {
      localStorage.setItem(CHOSEN, next);
    } catch {
      // Then it is the language of this page alone.
    }
    setAsked(next);
  };
  if (!texts) return null;
  return (
    <LanguageContext value={choose}>
      <I18nProvider locale={texts.language === 'en' ? 'en-GB' : texts.language}>
        <TextsProvider texts={texts}>{children}</TextsProvider>
      </I18nProvider>
    </LanguageContext>
  );
}
