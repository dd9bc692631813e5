/** Describes the fields with which events, venues and organizers begin, in the order of an export. */
export const postDescription = {
  id: {
    columns: ['id'],
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
    untold: true,
    undone: 'apart',
  },
  global_id: { columns: ['global_id'], protected: 'shown', exported: 'apart', imported: 'apart' },
  global_id_lineage: {
    columns: ['global_id_lineage'],
    form: 'json',
    protected: 'shown',
    exported: 'derived',
    imported: 'apart',
  },
  author: {
    columns: ['author_id'],
    holds: 'user',
    protected: 'shown',
    exported: 'apart',
    imported: 'apart',
    ofDate: 'compared',
  },
  status: {
    columns: ['status'],
    group: 'publication',
    dated: true,
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
    essential: 'always',
    ofDate: 'compared',
  },
  password: { columns: ['password'], initial: '', exported: 'column', imported: 'apart' },
  date: {
    columns: ['date'],
    group: 'publication',
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
  },
  date_utc: {
    columns: ['date_utc'],
    follows: 'date',
    group: 'publication',
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
  },
  modified: {
    columns: ['modified'],
    bookkeeping: true,
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
  },
  modified_utc: {
    columns: ['modified_utc'],
    bookkeeping: true,
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
  },
} as const;

/** Describes the languages of a post. */
export const languageDescription = {
  language: {
    columns: ['language'],
    undone: 'apart',
    withTexts: true,
    protected: 'shown',
    exported: 'apart',
    imported: 'apart',
  },
  translations: {
    columns: ['translations'],
    follows: 'language',
    undone: 'apart',
    withTexts: true,
    protected: 'shown',
    exported: 'derived',
    imported: 'derived',
  },
} as const;
