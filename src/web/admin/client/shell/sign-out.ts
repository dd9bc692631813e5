import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { forgetDrafts } from '../editing/drafts.ts';
import { api } from '../interface/client.ts';
import { sessionQuery } from '../interface/session.ts';
import { noteEditor } from './use-editor-note.ts';

/** Returns what signs out, and forgets all that was typed or read. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const router = useRouter();
  return async () => {
    await api.DELETE('/kalends/v1/sessions/current');
    forgetDrafts();
    noteEditor(false);
    queries.clear();
    await queries.fetchQuery(sessionQuery);
    await router.navigate({ to: '/admin/sign-in' });
  };
}
