/** A kind of public page, by an address of it in the made-up programme. */
export interface ShownPage {
  readonly name: string;
  readonly address: string;
  /** The status of its answer, 200 if absent. */
  readonly status?: number;
}

/** Public pages that are tested in a browser and shown in docs/screenshots; add yours. */
export const shownPages: readonly ShownPage[] = [
  { name: 'list', address: '/' },
  { name: '404', address: '/nothing/here/', status: 404 },
];
