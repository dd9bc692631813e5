import { termRoutes } from '#calendar/terms/routes.ts';
import { termFields } from '#calendar/terms/schema.ts';
import { Tag, TagList } from './schema.ts';

/** The operations on `/tags` (spec 2.5, 4.5): terms of events without a hierarchy. */
export const tagRoutes = termRoutes({
  kind: 'tags',
  one: 'Tag',
  many: 'Tags',
  fields: termFields,
  filters: {},
  item: Tag,
  list: TagList,
});
