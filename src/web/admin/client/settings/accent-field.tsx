import type { CSSProperties } from 'react';
import type { AnsweredSettings } from '../interface/settings-query.ts';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { contrastOf } from '../terms/contrast.ts';
import { useTexts } from '../texts/texts.tsx';

/** Pages of both schemes, on which Sundays stand. */
const pages = { light: '#fff', dark: '#101516' } as const;

/** Returns a colour as the picker of browsers takes it; theirs where it is none yet. */
const pickerColour = (value: string, fallback: string): string =>
  /^#[0-9a-f]{6}$/i.test(value) ? value : fallback;

/** The calendar's one colour, what is made of it in light and dark, and what had to be moved to be read. */
export function AccentField({
  value,
  onChange,
  problem,
  isDisabled,
  shown,
}: {
  readonly value: string;
  onChange(value: string): void;
  readonly problem: string;
  readonly isDisabled: boolean;
  /** The settings as they would be. */
  readonly shown: AnsweredSettings;
}) {
  const { say, language } = useTexts();
  const { accents, repairs = [] } = shown;
  const ratio = (number: number) => number.toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <div className="ac">
      <div className="ac-f">
        <input
          type="color"
          aria-label={say('admin.settings.pick')}
          value={pickerColour(value, shown.accent)}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.value)}
        />
        <TextField
          label={say('admin.settings.accent')}
          value={value}
          onChange={onChange}
          problem={problem}
          isDisabled={isDisabled}
          help={say('admin.settings.accent_help')}
        />
      </div>
      {repairs.length > 0 && (
        <ul className="ac-r">
          {repairs.map(({ scheme, token, used, contrast }) => (
            <li key={`${scheme} ${token}`}>
              <Icon name="warn" />
              <span>
                {say('admin.settings.repaired', {
                  scheme,
                  token,
                  contrast: ratio(contrast),
                  used,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="ac-s">
        {(['light', 'dark'] as const).map((scheme) => {
          const { accent, on_accent, accent_ink } = accents[scheme];
          const colours = { '--a': accent, '--o': on_accent, '--i': accent_ink } as CSSProperties;
          return (
            <div key={scheme} className={`ac-${scheme}`} style={colours}>
              <b>{say(`admin.settings.scheme.${scheme}`)}</b>
              <span className="ac-d num" aria-hidden="true">
                17
              </span>
              <span className="ac-i num" aria-hidden="true">
                20
              </span>
              <ul>
                {(
                  [
                    ['disc', on_accent, accent],
                    ['sunday', accent_ink, pages[scheme]],
                  ] as const
                ).map(([what, words, ground]) => (
                  <li key={what}>
                    <Icon name="check" />
                    {say(`admin.settings.contrast.${what}`)}
                    <span className="num">{ratio(contrastOf(words, ground) ?? 0)}:1</span>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </div>
  );
}
