import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { InterfaceError } from '../interface/client.ts';
import { type Session, sessionQuery } from '../interface/session.ts';
import { problemText } from '../shell/failure.tsx';
import { replaceScreen } from '../shell/stale-document.ts';
import { useTexts } from '../texts/texts.tsx';

/** The state of a form at the door, whose answer is a session. */
export interface Entry {
  /** Sends the form. */
  submit(event: FormEvent): void;
  /** Begins what needs no form. */
  begin(): void;
  readonly isBusy: boolean;
  /** The code of the refusal; '' where there is none. */
  readonly code: string;
  /** The refusal in words, where it isn't about single fields. */
  readonly problem: string | undefined;
  /** Returns what is wrong with a field; undefined: nothing. */
  problemOf(field: string): string | undefined;
}

/**
 * Sends a form that signs somebody in, and leads them on.
 * @param fields those that the form shows: what is wrong with others is told beside them
 */
export function useEntry(
  send: () => Promise<Session>,
  { fields, leadsTo = '/admin' }: { readonly fields: readonly string[]; readonly leadsTo?: string },
): Entry {
  const { say } = useTexts();
  const queries = useQueryClient();
  const router = useRouter();
  const { mutate, error, isPending } = useMutation({
    mutationFn: send,
    async onSuccess(session) {
      // What is on the screen stays until it is left: asked again, an invitation that is used answers with a refusal.
      queries.removeQueries({ type: 'inactive' });
      queries.setQueryData(sessionQuery.queryKey, session);
      await router.invalidate();
      replaceScreen(router, leadsTo);
    },
  });
  // Whoever lets go of the browser's own question has refused nothing.
  const told = error instanceof DOMException ? null : error;
  const refused = error instanceof InterfaceError ? error : undefined;
  const isShown = fields.some((field) => refused?.fields[field] !== undefined);
  return {
    submit(event) {
      event.preventDefault();
      mutate();
    },
    begin: () => mutate(),
    isBusy: isPending,
    code: refused?.code ?? '',
    problem: told && !isShown ? problemText(told, say) : undefined,
    problemOf: (field) => refused?.fields[field],
  };
}
