import { termFields } from '#calendar/terms/fields.ts';
import { termRoutes } from '#calendar/terms/routes.ts';

/** `/tags` (spec 2.5, 4.5): terms of events without any order among them. */
export const tagRoutes = termRoutes({
  kind: 'tags',
  one: 'Tag',
  many: 'Tags',
  fields: termFields,
  filters: {},
});
