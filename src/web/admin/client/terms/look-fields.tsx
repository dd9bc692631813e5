import { useEffect, useRef, useState } from 'react';
import {
  type CategoryColor,
  type CategoryMark,
  categoryColors,
  categoryMarks,
} from '#store/db/field-values.ts';
import { Problem } from '../parts/field.tsx';
import { Icon, Mark } from '../parts/icon.tsx';
import { useTexts } from '../texts/texts.tsx';
import { contrastOf } from './contrast.ts';

/** Colour and mark by which a category is told apart. */
export interface CategoryLook {
  readonly color: CategoryColor;
  readonly mark: CategoryMark;
}

/** The least contrast of words on their tint, and of a mark on the page. */
const LEAST = { words: 7, mark: 3 } as const;

/** How a category will look, with its contrasts as they are measured in the theme that is on. */
function Preview({ look, name }: { readonly look: CategoryLook; readonly name: string }) {
  const { say, language } = useTexts();
  const bar = useRef<HTMLSpanElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const [measured, setMeasured] = useState<{ words: number; mark: number }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another colour is another measure
  useEffect(() => {
    const measure = () => {
      if (!bar.current || !mark.current) return;
      const { color, backgroundColor } = getComputedStyle(bar.current);
      const drawn = mark.current.querySelector('svg');
      const words = contrastOf(color, backgroundColor);
      const page = getComputedStyle(document.body).backgroundColor;
      const edge = drawn ? contrastOf(getComputedStyle(drawn).color, page) : undefined;
      setMeasured(words === undefined || edge === undefined ? undefined : { words, mark: edge });
    };
    measure();
    const theme = matchMedia('(prefers-color-scheme: dark)');
    theme.addEventListener('change', measure);
    const chosen = new MutationObserver(measure);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      theme.removeEventListener('change', measure);
      chosen.disconnect();
    };
  }, [look.color]);
  const ratio = (value: number) =>
    value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const isEnough = measured && measured.words >= LEAST.words && measured.mark >= LEAST.mark;
  return (
    <div className="cpv">
      <span ref={bar} className={`cpv-b c-${look.color}`}>
        <Mark name={look.mark} color={look.color} />
        <span>{say('admin.terms.preview_event')}</span>
      </span>
      <span ref={mark} className="cpv-m">
        <Mark name={look.mark} color={look.color} />
        <span>{name}</span>
      </span>
      {measured && (
        <p className={isEnough ? 'f-ok' : 'f-e'}>
          {isEnough ? <Icon name="check" /> : <Icon name="warn" />}
          <span>
            {say('admin.terms.contrast', { words: ratio(measured.words), mark: ratio(measured.mark) })}
          </span>
        </p>
      )}
    </div>
  );
}

/** Choices of a colour and a mark, and how they will look. */
export function LookFields({
  look,
  name,
  takenMarks,
  problems,
  onChange,
}: {
  readonly look: Partial<CategoryLook>;
  readonly name: string;
  /** Marks that other categories have. */
  readonly takenMarks: ReadonlySet<CategoryMark>;
  readonly problems: Readonly<Record<string, string>>;
  onChange(look: Partial<CategoryLook>): void;
}) {
  const { say } = useTexts();
  const { color: chosen, mark: drawn } = look;
  return (
    <>
      <fieldset className="sw">
        <legend>{say('admin.terms.color')}</legend>
        {categoryColors.map((color) => (
          <label key={color} className={`c-${color}`}>
            <input
              type="radio"
              name="color"
              checked={look.color === color}
              onChange={() => onChange({ ...look, color })}
            />
            <span>
              <i />
              {say(`admin.color.${color}`)}
            </span>
          </label>
        ))}
        {problems['color'] && (
          <p className="f-e">
            <Problem>{problems['color']}</Problem>
          </p>
        )}
      </fieldset>
      <p className="h">{say('admin.terms.color.help')}</p>
      <fieldset className="sw sw-m">
        <legend>{say('admin.terms.mark')}</legend>
        {categoryMarks.map((mark) => (
          <label key={mark} className={takenMarks.has(mark) && look.mark !== mark ? 'taken' : ''}>
            <input
              type="radio"
              name="mark"
              checked={look.mark === mark}
              onChange={() => onChange({ ...look, mark })}
            />
            <span>
              <Mark name={mark} />
              {say(`admin.mark.${mark}`)}
            </span>
          </label>
        ))}
        {problems['mark'] && (
          <p className="f-e">
            <Problem>{problems['mark']}</Problem>
          </p>
        )}
      </fieldset>
      <p className="h">{say('admin.terms.mark.help')}</p>
      {chosen && drawn ? (
        <section aria-labelledby="preview">
          <h3 id="preview">{say('admin.terms.preview')}</h3>
          <Preview look={{ color: chosen, mark: drawn }} name={name} />
        </section>
      ) : (
        <p className="h">{say('admin.terms.look.even')}</p>
      )}
    </>
  );
}
