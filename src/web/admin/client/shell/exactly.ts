/** Options of links to the present screen: the router would else hold those for current whose address has less. */
export const EXACTLY = { exact: true, includeSearch: true, explicitUndefined: true } as const;
