import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { type IconName, iconDrawings, markDrawings } from '#web/html/icon-drawings.ts';

/** Draws an icon; the words beside it say the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    className="i"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawings are our own, and no words
    dangerouslySetInnerHTML={{ __html: iconDrawings[name] }}
  />
);

/** Draws the mark of a category in its colour. */
export const Mark = ({ name, color }: { name: CategoryMark; color?: CategoryColor | undefined }) => (
  <svg
    className={`m${color ? ` c-${color}` : ''}`}
    viewBox="0 0 12 12"
    fill="currentColor"
    aria-hidden="true"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawings are our own, and no words
    dangerouslySetInnerHTML={{ __html: markDrawings[name] }}
  />
);
