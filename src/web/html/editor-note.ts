/**
 * The name under which a browser keeps that somebody is signed in who may write. It is a hint, by which public pages ask what may
 * be edited there; the interface alone knows.
 */
export const EDITOR_NOTE = 'kalends.editor';
