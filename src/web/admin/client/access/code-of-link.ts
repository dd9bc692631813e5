import { useSearch } from '@tanstack/react-router';

/** Returns the code of the one-time link that led here; '' without one. */
export function useLinkCode(): string {
  const { code } = useSearch({ strict: false });
  return code === undefined ? '' : String(code);
}
