import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type LinkFilter, linkChoices } from './choices.ts';

const keyOf = (by: LinkFilter, id: number) => ['choices', 'name', by, id];

/** Something chosen, with the name that it has, or its number until that is known. */
export interface NamedChoice {
  readonly id: number;
  readonly name: string;
}

/** Returns what was chosen for a filter with its names, and what makes names known that were just chosen by them. */
export function useChoiceNames(by: LinkFilter, ids: readonly number[]) {
  const queries = useQueryClient();
  const names = useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(by, id),
      queryFn: () => linkChoices[by].nameOf(id),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return {
    named: ids.map((id, place): NamedChoice => ({ id, name: names[place]?.data ?? `#${id}` })),
    know(chosen: readonly { readonly id?: number; readonly name: string }[]) {
      for (const { id, name } of chosen) if (id !== undefined) queries.setQueryData(keyOf(by, id), name);
    },
  };
}
