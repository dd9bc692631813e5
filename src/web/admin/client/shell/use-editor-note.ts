import { useEffect } from 'react';
import { EDITOR_NOTE } from '#web/html/editor-note.ts';

/** Notes in the browser whether somebody is signed in who may write, so that public pages lead them back. */
export function noteEditor(isEditor: boolean): void {
  try {
    if (isEditor) localStorage.setItem(EDITOR_NOTE, '1');
    else localStorage.removeItem(EDITOR_NOTE);
  } catch {
    // Then public pages offer nothing.
  }
}

/** Keeps that note as long as the administration is shown. */
export function useEditorNote(isEditor: boolean): void {
  useEffect(() => noteEditor(isEditor), [isEditor]);
}
