import type { ReactNode } from 'react';
import { Brand } from '../shell/brand.tsx';
import { useChooseLanguage } from '../shell/language.tsx';
import { siteZone } from '../texts/dates.ts';
import { languageName } from '../texts/language-name.ts';
import { adminLanguages, useTexts } from '../texts/texts.tsx';

/** The sheet of today beside what stands at the door: signing in, first start, invitations. */
export function Door({
  note,
  isSetup = false,
  children,
}: {
  /** A line below the day. */
  readonly note?: string | undefined;
  /** Whether a calendar is set up here: its forms are longer, and nobody knows its languages yet. */
  readonly isSetup?: boolean;
  readonly children: ReactNode;
}) {
  const { language } = useTexts();
  const choose = useChooseLanguage();
  const now = new Date();
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      timeZone: siteZone,
      ...options,
    }).format(now);
  return (
    <main className={`si${isSetup ? ' fr' : ''}`} id="main">
      <div className="si-d" aria-hidden="true">
        <p className="si-w">{say({ weekday: 'long' })}</p>
        <p className="si-n">{say({ day: 'numeric' }).replace(/\D/g, '')}</p>
        <p className="si-m">{say({ month: 'long', year: 'numeric' })}</p>
        {note && <p className="si-t">{note}</p>}
      </div>
      <div className="si-f">
        <Brand />
        {children}
        <p className="muted si-l">
          {adminLanguages.map((code) => (
            <button
              key={code}
              type="button"
              lang={code}
              aria-current={code === language ? 'true' : undefined}
              onClick={() => choose(code)}
            >
              {isSetup ? (
                languageName(code)
              ) : (
                <>
                  <span aria-hidden="true">{code.toUpperCase()}</span>
                  <span className="vh">{languageName(code)}</span>
                </>
              )}
            </button>
          ))}
        </p>
      </div>
    </main>
  );
}
